package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/cgstrings"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// spellings are the languages that write names otherwise than the schema.
var spellings = map[string]func(string) string{
	"python": python.PyName,
	"go":     cgstrings.UppercaseFirst,
	"dotnet": cgstrings.UppercaseFirst,
}

// options are names of Pulumi that descriptions mention beside those of the schema.
var options = []string{
	"customTimeouts", "deleteBeforeReplace", "dependsOn", "ignoreChanges", "replaceOnChanges", "retainOnDelete",
}

var (
	// A program in a description is in one language already, and its text is between fences.
	fenced = regexp.MustCompile("(?s)```.*?```")
	span   = regexp.MustCompile("`[^`\n]+`")
	// A text between quotes is a value, and the key of a setting is the same in every language.
	word = regexp.MustCompile(`"[^"]*"|podwright:\w+|\b[a-z]+(?:[A-Z][A-Za-z0-9]*)?\b`)
)

// spelled is the schema whose descriptions write the schema's names as a language does: `workers_min` for `workersMin`.
func spelled(spec schema.PackageSpec, spelling func(string) string) (schema.PackageSpec, error) {
	var made schema.PackageSpec
	if spelling == nil {
		return spec, nil
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return made, err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return made, err
	}
	names := map[string]bool{}
	for _, option := range options {
		names[option] = true
	}
	collect(tree, names)
	respell(tree, func(description string) string {
		return outside(fenced, description, func(prose string) string {
			return span.ReplaceAllStringFunc(prose, func(code string) string {
				return word.ReplaceAllStringFunc(code, func(name string) string {
					if !names[name] {
						return name
					}
					return spelling(name)
				})
			})
		})
	})
	if text, err = json.Marshal(tree); err != nil {
		return made, err
	}
	return made, json.Unmarshal(text, &made)
}

// collect adds the names of several words: a name of one word may be a value as well.
func collect(tree any, names map[string]bool) {
	switch node := tree.(type) {
	case map[string]any:
		for key, value := range node {
			switch key {
			case "properties", "inputProperties", "variables":
				if properties, ok := value.(map[string]any); ok {
					for _, name := range slices.Collect(maps.Keys(properties)) {
						if strings.ToLower(name) != name {
							names[name] = true
						}
					}
				}
			case "functions":
				for token := range value.(map[string]any) {
					names[token[strings.LastIndex(token, ":")+1:]] = true
				}
			}
			collect(value, names)
		}
	case []any:
		for _, value := range node {
			collect(value, names)
		}
	}
}

// respell replaces all descriptions.
func respell(tree any, change func(string) string) {
	switch node := tree.(type) {
	case map[string]any:
		for key, value := range node {
			if text, ok := value.(string); ok && (key == "description" || key == "deprecationMessage") {
				node[key] = change(text)
			}
			respell(value, change)
		}
	case []any:
		for _, value := range node {
			respell(value, change)
		}
	}
}

// outside changes the parts of a text that the pattern does not match.
func outside(pattern *regexp.Regexp, text string, change func(string) string) string {
	var made strings.Builder
	rest := 0
	for _, place := range pattern.FindAllStringIndex(text, -1) {
		made.WriteString(change(text[rest:place[0]]))
		made.WriteString(text[place[0]:place[1]])
		rest = place[1]
	}
	made.WriteString(change(text[rest:]))
	return made.String()
}
