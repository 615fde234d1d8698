//go:build minimal

package main

import "context"

// What only tries, shows and measures is no part of a build with the tag minimal, which the image and the Debian package
// hold: the simulators, the demo and load.
var demoVerb, schedulingVerb, gatewayVerb, chatVerb, loadVerb func(context.Context, world, []string) int
