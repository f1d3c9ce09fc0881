// Package bots has the two bots that come with the client.
package bots
