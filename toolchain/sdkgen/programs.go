package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	yaml "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// translators are the languages whose generators are libraries, by the end of a program's name.
var translators = map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
	"ts": withoutUnused,
	"py": python.GenerateProgram,
	"go": withOutputs,
	"cs": dotnet.GenerateProgram,
}

// withoutUnused leaves out the import of Pulumi's SDK if the program does not use it.
func withoutUnused(program *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) {
	made, problems, err := nodejs.GenerateProgram(program)
	for name, text := range made {
		if !bytes.Contains(text, []byte("pulumi.")) {
			made[name] = bytes.Replace(text, []byte("import * as pulumi from \"@pulumi/pulumi\";\n"), nil, 1)
		}
	}
	return made, problems, err
}

var export = regexp.MustCompile(`ctx\.Export\((".*?"), (.*)\)`)

// withOutputs mends a program that calls a function. The generator leaves results and maps plain, and does not know that the SDK
// calls the look-up of a resource `LookupPod`: without that, the program does not compile.
func withOutputs(program *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) {
	made, problems, err := golang.GenerateProgram(program)
	for name, text := range made {
		if bytes.Contains(text, []byte("podwright.New")) {
			continue
		}
		text = export.ReplaceAll(text, []byte("ctx.Export($1, pulumi.Any($2))"))
		text = bytes.ReplaceAll(text, []byte("map[string]string{"), []byte("map[string]any{"))
		for _, pkg := range program.Packages() {
			for _, resource := range pkg.Resources {
				kind := resource.Token[strings.LastIndex(resource.Token, ":")+1:]
				for _, end := range []string{"(", "Args{"} {
					text = bytes.ReplaceAll(text, []byte("podwright.Get"+kind+end), []byte("podwright.Lookup"+kind+end))
				}
			}
		}
		made[name] = text
	}
	return made, problems, err
}

// programs writes each YAML program in the other languages.
func programs(ctx context.Context, schemaFile, javaHost, from, to string) error {
	spec, err := read(schemaFile)
	if err != nil {
		return err
	}
	pkg, err := bind(spec)
	if err != nil {
		return fmt.Errorf("%s: %w", schemaFile, err)
	}
	sources, err := filepath.Glob(filepath.Join(from, "*.yaml"))
	if err != nil {
		return err
	}
	return withJava(ctx, javaHost, pkg, func(java javaHostClient) error {
		for _, source := range sources {
			made, err := translated(ctx, source, only{pkg}, java)
			if err != nil {
				return fmt.Errorf("%s: %w", filepath.Base(source), err)
			}
			if err := write(to, made); err != nil {
				return err
			}
		}
		return nil
	})
}

// translated gives a program in each language, except where a program by hand lies beside the source.
func translated(ctx context.Context, source string, loader schema.ReferenceLoader, java javaHostClient) (files, error) {
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	template, problems, err := yaml.LoadYAML(filepath.Base(source), bytes.NewReader(text))
	if err = errors.Join(err, failure(problems.HasErrors(), problems)); err != nil {
		return nil, err
	}
	all := maps.Clone(translators)
	all["java"] = func(program *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) {
		made, err := java.program(ctx, program.Source())
		return made, nil, err
	}
	made := files{}
	for end, translate := range all {
		byHand := strings.TrimSuffix(source, "yaml") + end
		if _, err := os.Stat(byHand); err == nil {
			continue
		}
		// Each generator changes its program.
		program, problems, err := codegen.EjectProgram(template, loader)
		if err = errors.Join(err, failure(problems.HasErrors(), problems)); err != nil {
			return nil, err
		}
		texts, warnings, err := translate(program)
		if err = errors.Join(err, failure(len(warnings) > 0, warnings)); err != nil {
			return nil, fmt.Errorf("in %s: %w", end, err)
		}
		if made[filepath.Base(byHand)], err = oneOf(texts); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func failure(failed bool, problems error) error {
	if !failed {
		return nil
	}
	return problems
}

// oneOf is the text of a program, which has one file in every language.
func oneOf(texts files) ([]byte, error) {
	for _, text := range texts {
		if len(texts) == 1 {
			return text, nil
		}
	}
	return nil, fmt.Errorf("the program has %d files", len(texts))
}

// only is a loader that knows one package.
type only struct{ pkg *schema.Package }

func (loader only) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	if name != loader.pkg.Name {
		return nil, fmt.Errorf("the program uses the package %q, and only %q is known", name, loader.pkg.Name)
	}
	return loader.pkg, nil
}

func (loader only) LoadPackageV2(_ context.Context, wanted *schema.PackageDescriptor) (*schema.Package, error) {
	return loader.LoadPackage(wanted.Name, nil)
}

func (loader only) LoadPackageReference(name string, _ *semver.Version) (schema.PackageReference, error) {
	pkg, err := loader.LoadPackage(name, nil)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func (loader only) LoadPackageReferenceV2(
	_ context.Context, wanted *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return loader.LoadPackageReference(wanted.Name, nil)
}
