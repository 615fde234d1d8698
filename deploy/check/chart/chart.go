// Package chart renders deploy/helm/atende as helm does, without a cluster, and reads the manifests with the
// types of Kubernetes and of the Prometheus operator, strictly: a field that these do not have is an error.
package chart

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/releaseutil"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"

	"atende/deploy/check/image"
)

// Folder is the chart's.
var Folder = filepath.Join(image.Top, "deploy", "helm", "atende")

// Sets are the values that everything is checked with, by name: files in the chart's folder.
var Sets = map[string][]string{
	"cluster":    {"ci/cluster-values.yaml"},
	"single":     {"values-single.yaml", "ci/single-values.yaml"},
	"everything": {"ci/everything-values.yaml"},
}

// Values are those of a set, and changes as PATH=VALUE of helm's --set would make them.
func Values(set string, changes ...func(map[string]any)) (map[string]any, error) {
	merged := map[string]any{}
	for _, name := range Sets[set] {
		values, err := chartutil.ReadValuesFile(filepath.Join(Folder, name))
		if err != nil {
			return nil, err
		}
		merged = chartutil.CoalesceTables(values, merged) // the later file wins
	}
	for _, change := range changes {
		change(merged)
	}
	return merged, nil
}

// Render is the text of every template, by path, for a release called clinic.
func Render(values map[string]any) (map[string]string, error) {
	loaded, err := loader.LoadDir(Folder)
	if err != nil {
		return nil, err
	}
	return render(loaded, values)
}

func render(loaded *chart.Chart, values map[string]any) (map[string]string, error) {
	release := chartutil.ReleaseOptions{Name: "clinic", Namespace: "clinics", Revision: 1, IsInstall: true}
	complete, err := chartutil.ToRenderValues(loaded, values, release, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	return engine.Render(loaded, complete)
}

// Objects are all objects of the rendered chart.
func Objects(rendered map[string]string) ([]runtime.Object, error) {
	known := runtime.NewScheme()
	if err := scheme.AddToScheme(known); err != nil {
		return nil, err
	}
	if err := monitoring.AddToScheme(known); err != nil {
		return nil, err
	}
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, known, known, json.SerializerOptions{Yaml: true, Strict: true})
	var objects []runtime.Object
	for path, text := range rendered {
		if strings.HasSuffix(path, "NOTES.txt") {
			continue
		}
		manifests := releaseutil.SplitManifests(text)
		for _, name := range sorted(manifests) {
			object, _, err := strict.Decode([]byte(manifests[name]), nil, nil)
			if err != nil {
				return nil, fmt.Errorf("%s: %w\n%s", path, err, manifests[name])
			}
			objects = append(objects, object)
		}
	}
	return objects, nil
}

func sorted(manifests map[string]string) []string {
	var names []string
	for name, text := range manifests {
		if !empty(text) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// empty reports whether a manifest is comments only.
func empty(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}
