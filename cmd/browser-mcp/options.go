package main

import "strconv"

// valueOptions are the flags of the settings that an agent's surroundings may tighten.
func valueOptions(v *values) []option {
	yes, no := true, false
	return []option{
		{name: "allowed-host", set: func(s string) error { appendTo(&v.AllowedHosts, s); return nil }, many: true},
		{name: "chrome-arg", set: func(s string) error { appendTo(&v.ChromeArgs, s); return nil }, many: true},
		{name: "chrome-path", set: func(s string) error { v.ChromePath = &s; return nil }},
		{name: "block-private", do: func() { v.BlockPrivate = &yes }},
		{name: "headed", do: func() { v.Headless = &no }},
	}
}

// daemonOptions are those and the ones that only an operator sets.
func daemonOptions(v *values) []option {
	return append(valueOptions(v),
		option{name: "state-dir", set: func(s string) error { v.StateDirectory = &s; return nil }},
		option{name: "audit-log", set: func(s string) error { v.AuditLog = &s; return nil }},
		option{name: "log-level", set: func(s string) error { v.LogLevel = &s; return nil }},
		option{name: "idle-minutes", set: func(s string) error {
			n, err := strconv.Atoi(s)
			if err != nil {
				return errNotNumber
			}
			v.IdleMinutes = &n
			return nil
		}},
	)
}

// appendTo makes the list at its first element: an absent list means something else than an empty one.
func appendTo(list **[]string, s string) {
	if *list == nil {
		*list = &[]string{}
	}
	**list = append(**list, s)
}
