{{- define "atende.name" -}}
{{- if contains "atende" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-atende" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "atende.selector" -}}
app.kubernetes.io/name: atende
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "atende.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{ include "atende.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "atende.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ with .Values.image.digest }}@{{ . }}{{ end }}
{{- end }}

{{/* The ConfigMap with the catalogue. */}}
{{- define "atende.catalog" -}}
{{ .Values.existingCatalog | default (printf "%s-catalog" (include "atende.name" .)) }}
{{- end }}

{{/* What cannot be right is said before anything is installed. */}}
{{- define "atende.verify" -}}
{{- $v := .Values }}
{{- if not (or $v.catalog $v.existingCatalog) }}{{ fail "catalog: give the clinic's catalogue (--set-file catalog=clinic.yaml), or existingCatalog" }}{{ end }}
{{- if and $v.catalog $v.existingCatalog }}{{ fail "catalog and existingCatalog: one of them" }}{{ end }}
{{- if and (not $v.cluster.enabled) (gt (int $v.replicas) 1) }}{{ fail "replicas: more than one need cluster.enabled and PostgreSQL" }}{{ end }}
{{- if and (not $v.cluster.enabled) $v.autoscaling.enabled }}{{ fail "autoscaling.enabled: needs cluster.enabled" }}{{ end }}
{{- if and $v.cluster.enabled (not $v.secretKeys.databaseUrl) }}{{ fail "secretKeys.databaseUrl: a cluster needs PostgreSQL" }}{{ end }}
{{- if and $v.backup.enabled (not $v.secretKeys.databaseUrl) }}{{ fail "backup.enabled: dumps PostgreSQL; take snapshots of the volume of a journal in a file" }}{{ end }}
{{- if and $v.autoscaling.enabled (gt (int $v.autoscaling.min) (int $v.autoscaling.max)) }}{{ fail "autoscaling.max: is less than autoscaling.min" }}{{ end }}
{{- range $name, $value := include "atende.selector" . | fromYaml }}
{{- if hasKey $v.podLabels $name }}{{ fail (printf "podLabels.%s: the chart sets it, and everything finds the pods by it" $name) }}{{ end }}
{{- end }}
{{- if not (or $v.secretKeys.webhookToken $v.secretKeys.webhookSecret (eq (get $v.settings "ATENDE_WEBHOOK_OPEN") "true")) }}{{ fail "secretKeys.webhookToken or webhookSecret: name what the gateway proves itself with; settings.ATENDE_WEBHOOK_OPEN=\"true\" takes webhooks from anybody" }}{{ end }}
{{- if not (or $v.secretKeys.adminToken (eq (get $v.settings "ATENDE_ADMIN_OPEN") "true")) }}{{ fail "secretKeys.adminToken: name what operators prove themselves with; settings.ATENDE_ADMIN_OPEN=\"true\" lets everybody in whom the network policy does" }}{{ end }}
{{- if lt (int $v.shutdown.grace) (add (int $v.shutdown.pause) 30) }}{{ fail "shutdown.grace: at least 30 s more than shutdown.pause, or turns are cut" }}{{ end }}
{{- range $name := list "ATENDE_GATEWAY_TOKEN" "ATENDE_ADMIN_TOKEN" "ATENDE_DATABASE_URL" "ATENDE_WEBHOOK_TOKEN" "ATENDE_WEBHOOK_SECRET" "ATENDE_SCHEDULING_HEADERS" "ATENDE_MODEL_KEY" "ATENDE_TRANSCRIPTION_KEY" "ATENDE_TRACE_HEADERS" }}
{{- if hasKey $v.settings $name }}{{ fail (printf "settings.%s: it is a secret; put it into existingSecret and name its key in secretKeys" $name) }}{{ end }}
{{- end }}
{{- end }}

{{/* Addresses that the network policy surely cuts off, one a line: a port that is not public, and no private rule. */}}
{{- define "atende.unreachable" -}}
{{- $p := .Values.networkPolicy }}
{{- if and $p.enabled (not $p.privateTo) }}
{{- $urls := dict "gateway.url" .Values.gateway.url "scheduling.url" .Values.scheduling.url }}
{{- range list "ATENDE_MODEL_URL" "ATENDE_TRANSCRIPTION_URL" "ATENDE_TRACE_URL" }}{{ $_ := set $urls (printf "settings.%s" .) (get $.Values.settings .) }}{{ end }}
{{- range $name, $url := $urls }}
{{- $parts := urlParse $url }}
{{- $port := regexFind ":[0-9]+$" $parts.host | trimPrefix ":" | default (ternary "443" "80" (eq $parts.scheme "https")) }}
{{- if and $url (not (has $port (splitList " " (join " " $p.publicPorts)))) }}
  {{ $name }} ({{ $url }}): port {{ $port }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Variables whose value is in a file of the Secret: name, key. */}}
{{- define "atende.secrets" -}}
{{- $keys := .Values.secretKeys }}
ATENDE_GATEWAY_TOKEN_FILE: {{ required "secretKeys.gatewayToken: is required" $keys.gatewayToken }}
{{- with $keys.databaseUrl }}
ATENDE_DATABASE_URL_FILE: {{ . }}
{{- end }}
{{- with $keys.adminToken }}
ATENDE_ADMIN_TOKEN_FILE: {{ . }}
{{- end }}
{{- with $keys.webhookToken }}
ATENDE_WEBHOOK_TOKEN_FILE: {{ . }}
{{- end }}
{{- with $keys.webhookSecret }}
ATENDE_WEBHOOK_SECRET_FILE: {{ . }}
{{- end }}
{{- with $keys.schedulingHeaders }}
ATENDE_SCHEDULING_HEADERS_FILE: {{ . }}
{{- end }}
{{- with $keys.modelKey }}
ATENDE_MODEL_KEY_FILE: {{ . }}
{{- end }}
{{- with $keys.transcriptionKey }}
ATENDE_TRANSCRIPTION_KEY_FILE: {{ . }}
{{- end }}
{{- with $keys.dataKey }}
ATENDE_DATA_KEY_FILE: {{ . }}
{{- end }}
{{- with $keys.traceHeaders }}
ATENDE_TRACE_HEADERS_FILE: {{ . }}
{{- end }}
{{- end }}
