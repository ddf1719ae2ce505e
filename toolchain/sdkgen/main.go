// Command sdkgen writes the SDKs of a package schema with the code generators of the Pulumi engine.
//
// Usage: sdkgen SCHEMA FOLDER
//
// If the engine finds an error or a warning in the schema, sdkgen reports it and writes nothing.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "podwright"

// files are the output of a generator: contents by path.
type files = map[string][]byte

// generators lists the languages, each with the folder of its SDK.
var generators = map[string]func(*schema.Package) (files, error){
	"nodejs": func(pkg *schema.Package) (files, error) {
		made, err := nodejs.GeneratePackage(tool, pkg, nil, nil, false, nil)
		if err != nil {
			return nil, err
		}
		// The folder bin is published, so the compiler's output needs package.json next to it.
		return made, edit(made, "package.json", `"build": "tsc"`, buildScript)
	},
	"python": func(pkg *schema.Package) (files, error) {
		return python.GeneratePackage(tool, pkg, nil, nil)
	},
	"go": func(pkg *schema.Package) (files, error) {
		made, err := golang.GeneratePackage(tool, pkg, nil)
		if err != nil {
			return nil, err
		}
		// Without this version, a Go program would use any installed version of the plugin.
		version := fmt.Sprintf("= semver.MustParse(%q)", pkg.Version)
		return made, edit(made, "podwright/internal/pulumiVersion.go", "= semver.Version{}", version)
	},
}

const buildScript = `"build": "tsc && node --eval ` +
	`\"for (const f of ['package.json', 'README.md', 'LICENSE']) fs.copyFileSync(f, 'bin/' + f)\""`

// edit replaces a text that the generator writes exactly once.
func edit(made files, name, before, after string) error {
	text := string(made[name])
	if strings.Count(text, before) != 1 {
		return fmt.Errorf("%s must contain %q exactly once", name, before)
	}
	made[name] = []byte(strings.Replace(text, before, after, 1))
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sdkgen SCHEMA FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(schemaFile, folder string) error {
	spec, err := read(schemaFile)
	if err != nil {
		return err
	}
	for _, language := range slices.Sorted(maps.Keys(generators)) {
		// Each generator adds details of its language to the package, so each generator gets its own package.
		pkg, err := bind(spec)
		if err != nil {
			return fmt.Errorf("%s: %w", schemaFile, err)
		}
		made, err := generators[language](pkg)
		if err != nil {
			return fmt.Errorf("the %s SDK: %w", language, err)
		}
		if err := write(filepath.Join(folder, language), made); err != nil {
			return err
		}
	}
	return nil
}

func read(file string) (schema.PackageSpec, error) {
	var spec schema.PackageSpec
	text, err := os.ReadFile(file)
	if err != nil {
		return spec, err
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		return spec, fmt.Errorf("%s: %w", file, err)
	}
	return spec, nil
}

// bind checks the schema as the engine does. A warning counts as an error, because our schema can be free of warnings.
func bind(spec schema.PackageSpec) (*schema.Package, error) {
	pkg, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if len(diagnostics) > 0 {
		return nil, errors.Join(diagnostics.Errs()...)
	}
	return pkg, nil
}

func write(folder string, made files) error {
	for name, content := range made {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
