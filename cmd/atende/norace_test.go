//go:build !race

package main

const detecting = false
