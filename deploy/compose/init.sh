#!/bin/sh
# Makes what compose.yaml needs and the repository does not have: .env, clinic.yaml and the secrets.
# What is there already stays as it is, so that it may be run again.
set -eu
cd "$(dirname "$0")"

umask 022
[ -e .env ] || cp .env.example .env
[ -e clinic.yaml ] || cp ../../integrations/catalog/sample.yaml clinic.yaml

# Nobody else may look into the folder; the files in it are readable because each container runs as a
# user of its own, and Compose mounts them as they are.
mkdir -p secrets
chmod 700 secrets

# random prints 32 hexadecimal digits.
random() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }
# secret NAME VALUE keeps a secret, unless there is one.
secret() { [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"; }

secret postgres_password "$(random)"
secret database_url "postgres://atende:$(cat secrets/postgres_password)@postgres:5432/atende?sslmode=disable"
secret admin_token "$(random)"
secret gateway_token "$(random)"
secret webhook_secret "$(random)"
secret scheduling_token "$(random)"
secret scheduling_headers "Authorization: Bearer $(cat secrets/scheduling_token)"
secret grafana_password "$(random)"

echo "Ready: docker compose up -d --build.  Grafana: user admin, password in secrets/grafana_password."
