package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"browser-mcp/internal/mcptest"
	"browser-mcp/mcp"
)

func panics(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

func addOut[Out any](s *mcp.Server) {
	mcp.AddTool(s, mcp.Tool{Name: "t", Description: "d"}, func(context.Context, *mcp.Call, none) (out Out, err error) { return })
}

func addIn[In any](s *mcp.Server) {
	mcp.AddTool(s, mcp.Tool{Name: "t", Description: "d"}, func(context.Context, *mcp.Call, In) (out none, err error) { return })
}

type plain string

// TestAddToolRefusesTypes: a result whose text would pass the redactor by cannot be registered.
func TestAddToolRefusesTypes(t *testing.T) {
	tests := []struct {
		name string
		add  func(*mcp.Server)
	}{
		{"string", addOut[struct {
			A string `json:"a"`
		}]},
		{"named string", addOut[struct {
			A plain `json:"a"`
		}]},
		{"string in a slice", addOut[struct {
			A []string `json:"a"`
		}]},
		{"string in a map", addOut[struct {
			A map[mcp.Symbol]string `json:"a"`
		}]},
		{"string as a key", addOut[struct {
			A map[string]mcp.Text `json:"a"`
		}]},
		{"interface", addOut[struct {
			A any `json:"a"`
		}]},
		{"raw JSON", addOut[struct {
			A json.RawMessage `json:"a"`
		}]},
		{"bytes", addOut[struct {
			A []byte `json:"a"`
		}]},
		{"error", addOut[struct {
			A error `json:"a"`
		}]},
		{"channel", addOut[struct {
			A chan int `json:"a"`
		}]},
		{"no name", addOut[struct{ A mcp.Text }]},
		{"pointer that would be null", addOut[struct {
			A *int `json:"a"`
		}]},
		{"no object", addOut[[]mcp.Text]},
		{"map of text", addOut[mcp.Text]},
		{"arguments of any", addIn[struct {
			A any `json:"a"`
		}]},
		{"arguments of an array", addIn[[]string]},
		{"bad bound", addIn[struct {
			A int `json:"a" min:"x"`
		}]},
	}
	for _, tt := range tests {
		if got := panics(func() { tt.add(mcp.NewServer(testConfig())) }); got == "" {
			t.Errorf("%s: registered", tt.name)
		}
	}
}

func TestAddToolRefusesNames(t *testing.T) {
	add := func(tool mcp.Tool) func(*mcp.Server) {
		return func(s *mcp.Server) {
			mcp.AddTool(s, tool, func(context.Context, *mcp.Call, none) (out none, err error) { return })
		}
	}
	for name, f := range map[string]func(*mcp.Server){
		"empty": add(mcp.Tool{Description: "d"}), "dot": add(mcp.Tool{Name: "a.b", Description: "d"}),
		"space": add(mcp.Tool{Name: "a b", Description: "d"}), "long": add(mcp.Tool{Name: strings.Repeat("a", 41), Description: "d"}),
		"no description": add(mcp.Tool{Name: "a"}), "deadline": add(mcp.Tool{Name: "a", Description: "d", Deadline: time.Hour}),
		"twice": func(s *mcp.Server) {
			add(mcp.Tool{Name: "a", Description: "d"})(s)
			add(mcp.Tool{Name: "a", Description: "d"})(s)
		},
		"while serving": func(s *mcp.Server) {
			_ = s.Serve(t.Context(), closedConn{}, mcp.Caller{})
			add(mcp.Tool{Name: "a", Description: "d"})(s)
		},
	} {
		if panics(func() { f(mcp.NewServer(testConfig())) }) == "" {
			t.Errorf("%s: registered", name)
		}
	}
	if got := panics(func() { add(mcp.Tool{Name: strings.Repeat("a", 40), Description: "d"})(mcp.NewServer(testConfig())) }); got != "" {
		t.Errorf("the longest name: %s", got)
	}
}

// closedConn is at its end from the start.
type closedConn struct{}

func (closedConn) Read([]byte) (int, error)    { return 0, errors.New("closed") }
func (closedConn) Write(p []byte) (int, error) { return 0, errors.New("closed") }
func (closedConn) Close() error                { return nil }

type base struct {
	Tab mcp.Text `json:"tabId,omitempty"`
}

type everything struct {
	base
	Text   mcp.Text                           `json:"text"`
	List   []mcp.Text                         `json:"list"`
	Deep   map[mcp.Symbol]map[mcp.Text]inside `json:"deep,omitempty"`
	Ptr    *mcp.Text                          `json:"ptr,omitempty"`
	Sym    mcp.Symbol                         `json:"sym,omitempty"`
	Yes    bool                               `json:"yes"`
	Int    int8                               `json:"int"`
	Big    uint64                             `json:"big"`
	Float  float64                            `json:"float"`
	Nil    []int                              `json:"nil"`
	hidden string
}

type inside struct {
	Texts []mcp.Text `json:"texts,omitempty"`
}

// TestEveryTextIsRedacted puts the secret into every place that a result has for text.
func TestEveryTextIsRedacted(t *testing.T) {
	s := mcp.NewServer(testConfig())
	mcp.AddTool(s, mcp.Tool{Name: "all", Description: "d"}, func(context.Context, *mcp.Call, none) (everything, error) {
		text := mcp.Text("<" + secret + ">")
		return everything{
			base: base{Tab: text}, Text: text, List: []mcp.Text{"a", text}, Ptr: &text, Sym: "a:b",
			Deep: map[mcp.Symbol]map[mcp.Text]inside{"k": {text: {Texts: []mcp.Text{text}}}},
			Yes:  true, Int: -5, Big: 1 << 62, Float: 1e-9, hidden: secret,
		}, nil
	})
	mcp.AddTool(s, mcp.Tool{Name: "fail", Description: "d"}, func(context.Context, *mcp.Call, none) (none, error) {
		return none{}, fmt.Errorf("wrapped: %w", &mcp.Failure{Code: "c", Message: "m", Retry: "never", Detail: inside{Texts: []mcp.Text{secret}}})
	})
	c := overSocket(t, s)
	if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Tools(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := c.Call(t.Context(), "all", nil) // checks the result against its schema
	if err != nil {
		t.Fatal(err)
	}
	want := `{"tabId":"<[REDACTED]>","text":"<[REDACTED]>","list":["a","<[REDACTED]>"],"deep":{"k":{"<[REDACTED]>":{"texts":["<[REDACTED]>"]}}},` +
		`"ptr":"<[REDACTED]>","sym":"a:b","yes":true,"int":-5,"big":4611686018427387904,"float":1e-09,"nil":[]}`
	if string(r.StructuredContent) != want || r.Text() != want {
		t.Errorf("result = %s\n  text %s\n  want %s", r.StructuredContent, r.Text(), want)
	}
	if r, err = c.Call(t.Context(), "fail", nil); err != nil || r.Text() != `{"error":{"code":"c","message":"m","retry":"never","detail":{"texts":["[REDACTED]"]}}}` {
		t.Errorf("failure = %v, %v", r, err)
	}
	if strings.Contains(string(c.Received()), secret) {
		t.Error("the secret was sent")
	}
}

// TestUnsendableResults: what cannot be written fails its call and says nothing of itself.
func TestUnsendableResults(t *testing.T) {
	type out struct {
		Sym   mcp.Symbol            `json:"sym"`
		Float float64               `json:"float"`
		Map   map[mcp.Text]mcp.Text `json:"map"`
	}
	results := map[string]out{
		"empty symbol": {}, "text as a symbol": {Sym: "a b"}, "long symbol": {Sym: mcp.Symbol(strings.Repeat("a", 129))},
		"not a number":             {Sym: "a", Float: nan()},
		"equal names after hiding": {Sym: "a", Map: map[mcp.Text]mcp.Text{secret: "1", "[REDACTED]": "2"}},
	}
	for name, result := range results {
		s := mcp.NewServer(testConfig())
		mcp.AddTool(s, mcp.Tool{Name: "t", Description: "d"}, func(context.Context, *mcp.Call, none) (out, error) { return result, nil })
		c := overSocket(t, s)
		if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
			t.Fatal(err)
		}
		_, err := c.Call(t.Context(), "t", nil)
		if e, ok := errors.AsType[*mcptest.Error](err); !ok || e.Code != -32603 || strings.Contains(e.Message, secret) {
			t.Errorf("%s: Call = %v, want error -32603", name, err)
		}
		if _, err := c.Request(t.Context(), "ping", nil); err != nil {
			t.Errorf("%s: ping afterwards: %v", name, err)
		}
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

// TestArgumentViolations: each is a result that says what to change, in words of the schema only.
func TestArgumentViolations(t *testing.T) {
	type point struct {
		X int `json:"x" min:"0" max:"9"`
	}
	type args struct {
		Text   string            `json:"text" minlen:"1" maxlen:"3" pattern:"^[a-z€]*$"`
		Enum   string            `json:"enum,omitempty" enum:"a,b"`
		Float  float64           `json:"float,omitempty" max:"0.5"`
		On     bool              `json:"on,omitempty"`
		Points []point           `json:"points,omitempty" minlen:"1" maxlen:"2"`
		Map    map[string]string `json:"map,omitempty"`
		Small  int8              `json:"small,omitempty"`
	}
	s := mcp.NewServer(testConfig())
	mcp.AddTool(s, mcp.Tool{Name: "t", Description: "d"}, func(context.Context, *mcp.Call, args) (none, error) { return none{}, nil })
	c := overSocket(t, s)
	if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ in, want string }{
		{`{"text":"a","enum":"b","float":0.5,"on":false,"points":[{"x":0},{"x":9.0}],"map":{"hunter2":"x"}}`, ""},
		{`{"text":"€€€"}`, ""},
		{`{}`, "text is missing"},
		{`{"text":1}`, "text must be a string"},
		{`{"text":null}`, "text must be a string"},
		{`{"text":""}`, "text must have at least 1 characters"},
		{`{"text":"€€€€"}`, "text must have at most 3 characters"},
		{`{"text":"A"}`, "text must match ^[a-z€]*$"},
		{`{"text":"\ud800"}`, "text has half of a surrogate pair (an emoji cut in two); send whole characters"},
		{`{"text":"a","enum":"hunter2"}`, "enum must be one of: a, b"},
		{`{"text":"a","float":0.51}`, "float must be at most 0.5"},
		{`{"text":"a","float":1e999}`, "float must be a number"},
		{`{"text":"a","on":"true"}`, "on must be true or false"},
		{`{"text":"a","points":{}}`, "points must be an array"},
		{`{"text":"a","points":[]}`, "points must have at least 1 elements"},
		{`{"text":"a","points":[{"x":1},{"x":1},{"x":1}]}`, "points must have at most 2 elements"},
		{`{"text":"a","points":[{"x":1},{"x":10}]}`, "points[1].x must be at most 9"},
		{`{"text":"a","points":[{"x":-1}]}`, "points[0].x must be at least 0"},
		{`{"text":"a","points":[{"x":0.5}]}`, "points[0].x must be an integer"},
		{`{"text":"a","points":[{}]}`, "points[0].x is missing"},
		{`{"text":"a","points":[{"x":1,"hunter2":1}]}`, "points[0] has an unknown member; known: x"},
		{`{"text":"a","map":{"hunter2":1}}`, "map{} must be a string"},
		{`{"text":"a","map":[]}`, "map must be an object"},
		{`{"text":"a","hunter2":1}`, "arguments has an unknown member; known: text, enum, float, on, points, map, small"},
		{`{"text":"a","small":300}`, "arguments do not fit the tool's schema"},
	}
	for _, tt := range tests {
		r, err := c.Call(t.Context(), "t", json.RawMessage(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		var body struct {
			Error struct{ Message string } `json:"error"`
		}
		if err := json.Unmarshal([]byte(r.Text()), &body); err != nil || body.Error.Message != tt.want {
			t.Errorf("Call(%s) = %s, want %q", tt.in, r.Text(), tt.want)
		}
		if strings.Contains(r.Text(), secret) {
			t.Errorf("Call(%s) repeats what was sent: %s", tt.in, r.Text())
		}
	}
}

// TestPagination walks pages of every size and refuses cursors that are not ours.
func TestPagination(t *testing.T) {
	for page := 1; page <= 7; page++ {
		config := testConfig()
		config.Limits.Page = page
		c := overSocket(t, newServer(config, newGate()))
		if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
			t.Fatal(err)
		}
		tools, err := c.Tools(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range tools {
			names = append(names, tool.Name)
		}
		if want := []string{"echo", "fail", "break", "wait", "steps", "media"}; !slices.Equal(names, want) {
			t.Errorf("pages of %d: %v, want %v", page, names, want)
		}
		raw, err := c.Request(t.Context(), "tools/list", nil)
		if err != nil {
			t.Fatal(err)
		}
		var first struct{ NextCursor string }
		if err := json.Unmarshal(raw, &first); err != nil {
			t.Fatal(err)
		}
		if (first.NextCursor == "") != (page >= 6) {
			t.Errorf("pages of %d: nextCursor %q", page, first.NextCursor)
		}
		refuseCursors(t, c, first.NextCursor)
	}
}

func refuseCursors(t *testing.T, c *mcptest.Client, cursor string) {
	t.Helper()
	for _, bad := range []string{"x", cursor + "A", "A" + cursor, strings.Repeat("A", 4<<10), "ZWNobw", strings.ToLower(cursor) + "_"} {
		_, err := c.Request(t.Context(), "tools/list", map[string]any{"cursor": bad})
		if e, ok := errors.AsType[*mcptest.Error](err); !ok || e.Code != -32602 {
			t.Errorf("tools/list with cursor %.40q = %v, want error -32602", bad, err)
		}
	}
}
