package mcptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"browser-mcp/fsutil/strict"
)

// schema is the part of JSON Schema 2020-12 that tool results are described with; another keyword is an error, so that
// nothing passes unchecked.
type schema struct {
	Type        string             `json:"type"`
	Description string             `json:"description,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	Additional  *schema            `json:"additionalProperties,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
}

// conforms checks a result against the schema that its tool declared.
func conforms(declared, value json.RawMessage) error {
	if value == nil {
		return errors.New("is missing")
	}
	var s schema
	if err := strict.Unmarshal(declared, &s, strict.Limits{}); err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	v, err := strict.Parse(value, strict.Limits{Bytes: 10 << 20})
	if err != nil {
		return err
	}
	return s.check(v, "")
}

func (s *schema) check(v strict.Value, at string) error {
	kind := v.Kind().String()
	if _, err := v.Int64(); s.Type == "integer" && err == nil {
		kind = "integer"
	}
	if kind != s.Type {
		return fmt.Errorf("%s is of type %s, declared %s", at, kind, s.Type)
	}
	if text, err := v.String(); err == nil && s.Enum != nil && !slices.Contains(s.Enum, text) {
		return fmt.Errorf("%s is none of %q", at, s.Enum)
	}
	for e := range v.Elements() {
		if err := s.Items.check(e, at+"[]"); err != nil {
			return err
		}
	}
	for name, member := range v.Members() {
		under := s.Properties[name]
		if under == nil {
			under = s.Additional
		}
		if under == nil {
			return fmt.Errorf("%s.%s is not declared", at, name)
		}
		if err := under.check(member, at+"."+name); err != nil {
			return err
		}
	}
	for _, name := range s.Required {
		if _, ok := v.Get(name); !ok {
			return fmt.Errorf("%s.%s is missing", at, name)
		}
	}
	return nil
}
