//go:build race

package main

// detecting: the tests run with the race detector in them.
const detecting = true
