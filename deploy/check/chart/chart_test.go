package chart_test

import (
	"slices"
	"strings"
	"testing"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"

	"atende/deploy/check/chart"
)

// objects are those of a set of values, and changes to them.
func objects(t *testing.T, set string, changes ...func(map[string]any)) []runtime.Object {
	t.Helper()
	values, err := chart.Values(set, changes...)
	if err != nil {
		t.Fatal(err)
	}
	rendered, err := chart.Render(values)
	if err != nil {
		t.Fatal(err)
	}
	all, err := chart.Objects(rendered)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// every does f with the objects of each set of values.
func every(t *testing.T, f func(t *testing.T, all []runtime.Object)) {
	t.Helper()
	for set := range chart.Sets {
		t.Run(set, func(t *testing.T) { f(t, objects(t, set)) })
	}
}

// one is the only object of its type.
func one[T runtime.Object](t *testing.T, all []runtime.Object) T {
	t.Helper()
	found := of[T](all)
	if len(found) != 1 {
		t.Fatalf("%d objects of type %T", len(found), *new(T))
	}
	return found[0]
}

// of are the objects of a type.
func of[T runtime.Object](all []runtime.Object) (found []T) {
	for _, object := range all {
		if typed, ok := object.(T); ok {
			found = append(found, typed)
		}
	}
	return found
}

// helm's own lint has nothing to say, not even as an advice; the chart needs no icon.
func TestLint(t *testing.T) {
	for set := range chart.Sets {
		values, err := chart.Values(set)
		if err != nil {
			t.Fatal(err)
		}
		linter := lint.AllWithKubeVersion(chart.Folder, values, "clinics", nil)
		for _, said := range linter.Messages {
			if said.Severity != support.InfoSev || !strings.Contains(said.Err.Error(), "icon is recommended") {
				t.Errorf("%s: %s", set, said)
			}
		}
	}
}

// Each set of values makes the objects that it should, and all of them are what Kubernetes takes.
func TestKinds(t *testing.T) {
	always := []string{"ConfigMap catalog", "NetworkPolicy", "Service", "Service nodes", "ServiceAccount", "StatefulSet"}
	for set, want := range map[string][]string{
		"cluster": append([]string{"PodDisruptionBudget"}, always[1:]...), // the catalogue is the clinic's own ConfigMap
		"single":  always,
		"everything": append([]string{
			"CronJob backup", "PersistentVolumeClaim backup", "ConfigMap cluster", "ConfigMap conversion", "ConfigMap service", "ConfigMap texts", "HorizontalPodAutoscaler",
			"Ingress", "PodDisruptionBudget", "PrometheusRule atende", "ServiceMonitor",
		}, always...),
	} {
		var got []string
		for _, object := range objects(t, set) {
			about, ok := object.(meta.Object)
			if !ok {
				t.Fatalf("%T", object)
			}
			name := strings.TrimPrefix(strings.TrimPrefix(about.GetName(), "clinic-atende"), "-")
			got = append(got, strings.TrimSpace(object.GetObjectKind().GroupVersionKind().Kind+" "+strings.TrimPrefix(name, "atende-")))
			if wrong := validation.IsDNS1123Label(about.GetName()); len(wrong) > 0 {
				t.Errorf("%s: %v", about.GetName(), wrong)
			}
			for key, value := range about.GetLabels() {
				if wrong := append(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)...); len(wrong) > 0 {
					t.Errorf("%s: label %s=%s: %v", about.GetName(), key, value, wrong)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", set, got, want)
		}
	}
}

// What selects pods selects ours, and what names a port names one that is there.
func TestEverythingMeets(t *testing.T) {
	every(t, func(t *testing.T, all []runtime.Object) {
		set := one[*apps.StatefulSet](t, all)
		pod, container := set.Spec.Template, set.Spec.Template.Spec.Containers[0]
		selects := func(what string, selector map[string]string) {
			if !labels.SelectorFromSet(selector).Matches(labels.Set(pod.Labels)) || len(selector) == 0 {
				t.Errorf("%s: %v selects no pod of ours: %v", what, selector, pod.Labels)
			}
		}
		port := func(what, name string) {
			if !slices.ContainsFunc(container.Ports, func(p core.ContainerPort) bool { return p.Name == name }) {
				t.Errorf("%s: there is no port %q", what, name)
			}
		}
		selects("set", set.Spec.Selector.MatchLabels)
		for _, spread := range pod.Spec.TopologySpreadConstraints {
			selects("spread", spread.LabelSelector.MatchLabels)
		}
		for _, s := range of[*core.Service](all) {
			selects(s.Name, s.Spec.Selector)
			for _, p := range s.Spec.Ports {
				port(s.Name, p.TargetPort.StrVal)
			}
		}
		for _, probe := range []*core.Probe{container.StartupProbe, container.LivenessProbe, container.ReadinessProbe} {
			port("probe", probe.HTTPGet.Port.StrVal)
		}
		for _, b := range of[*policy.PodDisruptionBudget](all) {
			selects("budget", b.Spec.Selector.MatchLabels)
		}
		for _, n := range of[*networking.NetworkPolicy](all) {
			selects("network", n.Spec.PodSelector.MatchLabels)
			for _, rule := range n.Spec.Ingress {
				for _, p := range rule.Ports {
					port("network", p.Port.StrVal)
				}
			}
		}
		if !slices.ContainsFunc(of[*core.Service](all), func(s *core.Service) bool {
			return s.Name == set.Spec.ServiceName && s.Spec.ClusterIP == core.ClusterIPNone && s.Spec.PublishNotReadyAddresses
		}) {
			t.Errorf("%s is no service without an address", set.Spec.ServiceName)
		}
		if pod.Spec.ServiceAccountName != one[*core.ServiceAccount](t, all).Name {
			t.Errorf("the account %s is not the chart's", pod.Spec.ServiceAccountName)
		}
		mountsExist(t, set)
	})
}

// mountsExist sees to it that every mount has its volume.
func mountsExist(t *testing.T, set *apps.StatefulSet) {
	t.Helper()
	for _, mount := range set.Spec.Template.Spec.Containers[0].VolumeMounts {
		volume := slices.ContainsFunc(set.Spec.Template.Spec.Volumes, func(v core.Volume) bool { return v.Name == mount.Name })
		claim := slices.ContainsFunc(set.Spec.VolumeClaimTemplates, func(c core.PersistentVolumeClaim) bool { return c.Name == mount.Name })
		if volume == claim {
			t.Errorf("the mount %s has no volume, or two", mount.Name)
		}
	}
}

// Prometheus finds the operators' listener of every node under the job that rules and dashboards know.
func TestMonitoring(t *testing.T) {
	all := objects(t, "everything")
	monitor := one[*monitoring.ServiceMonitor](t, all)
	for _, s := range of[*core.Service](all) {
		selected := labels.SelectorFromSet(monitor.Spec.Selector.MatchLabels).Matches(labels.Set(s.Labels))
		if wanted := strings.HasSuffix(s.Name, "-nodes"); selected != wanted {
			t.Errorf("%s is scraped: %t", s.Name, selected)
		}
	}
	jobIsOfOneInstallation(t, monitor)
	for _, endpoint := range monitor.Spec.Endpoints {
		if !slices.ContainsFunc(endpoint.RelabelConfigs, func(r monitoring.RelabelConfig) bool {
			return r.TargetLabel == "instance" && slices.Equal(r.SourceLabels, []monitoring.LabelName{"__meta_kubernetes_pod_name"})
		}) {
			t.Errorf("a node is another one after each restart: %+v", endpoint)
		}
	}
	alerts := 0
	for _, group := range one[*monitoring.PrometheusRule](t, all).Spec.Groups {
		for _, rule := range group.Rules {
			if rule.Alert != "" {
				alerts++
			}
		}
	}
	if alerts < 10 {
		t.Errorf("%d alerts", alerts)
	}
	for _, m := range of[*core.ConfigMap](all) {
		for name, content := range m.Data {
			if strings.HasSuffix(name, ".json") && (m.Labels["grafana_dashboard"] != "1" || len(content) > 900<<10) {
				t.Errorf("%s: labels %v, %d bytes", name, m.Labels, len(content))
			}
		}
	}
}

// jobIsOfOneInstallation sees to it that two releases, or one in two namespaces, are two jobs of Prometheus: rules
// and dashboards add up what is of one job.
func jobIsOfOneInstallation(t *testing.T, monitor *monitoring.ServiceMonitor) {
	t.Helper()
	for _, endpoint := range monitor.Spec.Endpoints {
		if !slices.ContainsFunc(endpoint.RelabelConfigs, func(r monitoring.RelabelConfig) bool {
			return r.Action == "replace" && r.TargetLabel == "job" && r.Replacement != nil && *r.Replacement == "clinics/clinic-atende"
		}) {
			t.Errorf("the job is the same in every installation: %+v", endpoint)
		}
	}
}

// Nodes are added for processor time, slowly, and the autoscaler alone says how many there are.
func TestAutoscaling(t *testing.T) {
	all := objects(t, "everything")
	scaler, set := one[*autoscaling.HorizontalPodAutoscaler](t, all), one[*apps.StatefulSet](t, all)
	if target := scaler.Spec.ScaleTargetRef; target.Kind != "StatefulSet" || target.Name != set.Name {
		t.Errorf("it scales %+v", target)
	}
	if set.Spec.Replicas != nil {
		t.Errorf("the set asks for %d nodes, too", *set.Spec.Replicas)
	}
	if len(scaler.Spec.Metrics) != 2 || scaler.Spec.Metrics[0].Resource.Name != core.ResourceCPU {
		t.Errorf("metrics %+v", scaler.Spec.Metrics)
	}
	if replicas := one[*apps.StatefulSet](t, objects(t, "cluster")).Spec.Replicas; replicas == nil || *replicas != 3 {
		t.Errorf("without it there are %v nodes", replicas)
	}
}
