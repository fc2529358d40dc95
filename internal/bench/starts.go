package main

import (
	"errors"
	"time"

	"browser-mcp/internal/bench/bare"
	"browser-mcp/internal/site"
)

// starts measures from the start of a process: to the list of tools, and to the first page.
func starts(binary string) ([]line, error) {
	list, err := toList(binary)
	if err != nil {
		return nil, err
	}
	s, err := site.Start()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	chromium, err := bare.Find()
	if err != nil {
		return nil, err
	}
	flags, err := ourFlags(binary)
	if err != nil {
		return nil, err
	}
	url := s.Shop + "/bench/small.html"
	var b *bare.Browser
	var c *client
	first := row{
		name: "start to first `navigate` answered", bar: 1.10, rounds: max(3, *rounds/3),
		floor: func() (err error) {
			if b, err = bare.Start(chromium, flags); err != nil {
				return err
			}
			page, err := b.Page()
			if err != nil {
				return err
			}
			return b.Navigate(page, url)
		},
		ours: func() (err error) {
			if c, err = newClient(binary); err != nil {
				return err
			}
			_, err = c.call("navigate", map[string]any{"url": url})
			return err
		},
		after: func() error {
			var errs []error
			if b != nil {
				errs = append(errs, b.Close())
			}
			if c != nil {
				errs = append(errs, c.close())
			}
			b, c = nil, nil
			return errors.Join(errs...)
		},
	}
	lines, err := measureAll([]row{first})
	return append([]line{list}, lines...), err
}

// toList is the time until an MCP client knows the tools, without a browser.
func toList(binary string) (line, error) {
	var times []time.Duration
	for range *rounds {
		start := time.Now()
		c, err := newClient(binary)
		if err != nil {
			return line{}, err
		}
		if _, err := c.listSize(); err != nil {
			return line{}, errors.Join(err, c.close())
		}
		times = append(times, time.Since(start))
		if err := c.close(); err != nil {
			return line{}, err
		}
	}
	return line{"start to first `tools/list`", "–", milliseconds(median(times)), "–", "10 ms"}, nil
}
