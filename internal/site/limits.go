package site

import "time"

const (
	// maxBody bounds one recorded body, in bytes. The largest form of the fixtures is far below.
	maxBody = 1 << 20

	// maxRequests bounds the log, in requests: a focus fixture run 1,000 times makes about five each. A full log
	// fails the request with 507, so that no test passes because its evidence was dropped.
	maxRequests = 50_000

	// maxListeners bounds the pages that listen to Tell at once.
	maxListeners = 64

	// shutdown bounds how long Close waits for handlers, which all end with their connection.
	shutdown = 5 * time.Second
)
