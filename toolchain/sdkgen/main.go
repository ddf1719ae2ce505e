// Command sdkgen calls the code generators of the Pulumi engine for a package schema.
//
// Usage:
//
//	sdkgen sdks SCHEMA JAVA-HOST FOLDER
//	sdkgen programs SCHEMA JAVA-HOST YAML-FOLDER FOLDER
//
// The first form writes the SDKs, with one folder for each language. The second form translates each program in YAML-FOLDER
// into the other languages. If the engine finds an error or a warning in the schema, sdkgen reports it and writes nothing.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "podwright"

// logo is the path of the logo in the folder of the schema.
const logo = "docs/pictures/logo.png"

// files are the output of a generator: contents by path.
type files = map[string][]byte

// generators lists the languages whose generators are libraries, each with the folder of its SDK.
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
	"dotnet": func(pkg *schema.Package) (files, error) {
		// The generator fetches the logo from its address, which is a file here.
		pkg.LogoURL = "file:///" + logo
		made, err := dotnet.GeneratePackage(tool, pkg, nil, nil)
		if err != nil {
			return nil, err
		}
		return made, edits(made, "Podwright.RunPod.csproj", projectEdits)
	},
}

const buildScript = `"build": "tsc && node --eval ` +
	`\"for (const f of ['package.json', 'README.md', 'LICENSE']) fs.copyFileSync(f, 'bin/' + f)\""`

// projectEdits give the package its page on NuGet, and editors the descriptions in a release as in a debug build.
var projectEdits = [][2]string{
	{"<PackageIcon>", "<PackageReadmeFile>README.md</PackageReadmeFile>\n    <PackageIcon>"},
	{`<PropertyGroup Condition="'$(Configuration)|$(Platform)'=='Debug|AnyCPU'">`, "<PropertyGroup>"},
	{`<None Include="logo.png">`, `<None Include="README.md" Pack="True" PackagePath="" />` + "\n    " + `<None Include="logo.png">`},
}

func edits(made files, name string, all [][2]string) error {
	for _, one := range all {
		if err := edit(made, name, one[0], one[1]); err != nil {
			return err
		}
	}
	return nil
}

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
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 4 && args[0] == "sdks" {
		return sdks(ctx, args[1], args[2], args[3])
	}
	if len(args) == 5 && args[0] == "programs" {
		return programs(ctx, args[1], args[2], args[3], args[4])
	}
	return errors.New("usage: sdkgen sdks SCHEMA JAVA-HOST FOLDER, or sdkgen programs SCHEMA JAVA-HOST YAML-FOLDER FOLDER")
}

func sdks(ctx context.Context, schemaFile, javaHost, folder string) error {
	spec, err := read(schemaFile)
	if err != nil {
		return err
	}
	home := http.NewFileTransportFS(os.DirFS(filepath.Dir(schemaFile)))
	http.DefaultTransport.(*http.Transport).RegisterProtocol("file", home)
	for _, language := range slices.Sorted(maps.Keys(generators)) {
		own, err := spelled(spec, spellings[language])
		if err != nil {
			return err
		}
		// Each generator adds details of its language to the package, so each generator gets its own package.
		pkg, err := bind(own)
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
	pkg, err := bind(spec)
	if err != nil {
		return fmt.Errorf("%s: %w", schemaFile, err)
	}
	return withJava(ctx, javaHost, pkg, func(host javaHostClient) error {
		return host.sdk(ctx, spec, filepath.Join(folder, "java"))
	})
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
