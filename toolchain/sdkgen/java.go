package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// javaHostClient asks Pulumi's language host for Java. The host is the generator for Java: as a library it needs another
// version of the engine than the other generators.
type javaHostClient struct {
	client pulumirpc.LanguageRuntimeClient
	// loader is the address of the schemas for the host.
	loader string
}

// withJava starts the host for one piece of work.
func withJava(ctx context.Context, program string, pkg *schema.Package, work func(javaHostClient) error) error {
	stop := make(chan bool)
	defer close(stop)
	loader, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: stop,
		Init: func(server *grpc.Server) error {
			schema.LoaderRegistration(schema.NewLoaderServer(only{pkg}))(server)
			return nil
		},
	})
	if err != nil {
		return err
	}
	host := exec.CommandContext(ctx, program)
	host.Stderr = os.Stderr
	output, err := host.StdoutPipe()
	if err != nil {
		return err
	}
	if err := host.Start(); err != nil {
		return fmt.Errorf("the language host for Java: %w", err)
	}
	defer func() {
		_ = host.Process.Kill()
		_ = host.Wait()
	}()
	port, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		return fmt.Errorf("the language host for Java names no port: %w", err)
	}
	connection, err := grpc.NewClient("127.0.0.1:"+strings.TrimSpace(port),
		grpc.WithTransportCredentials(insecure.NewCredentials()), rpcutil.GrpcChannelOptions())
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	client := pulumirpc.NewLanguageRuntimeClient(connection)
	return work(javaHostClient{client, fmt.Sprintf("127.0.0.1:%d", loader.Port)})
}

// sdk writes the SDK. It is "local": without build files of Gradle, because the SDK's own build is for Maven.
func (java javaHostClient) sdk(ctx context.Context, spec schema.PackageSpec, folder string) error {
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	answer, err := java.client.GeneratePackage(ctx, &pulumirpc.GeneratePackageRequest{
		Directory: folder, Schema: string(text), LoaderTarget: java.loader, Local: true,
	})
	if err != nil {
		return fmt.Errorf("the java SDK: %w", err)
	}
	return problemsIn("the java SDK", answer.GetDiagnostics())
}

// program translates a program in PCL, the language between all of Pulumi's languages.
func (java javaHostClient) program(ctx context.Context, source map[string]string) (files, error) {
	answer, err := java.client.GenerateProgram(ctx, &pulumirpc.GenerateProgramRequest{
		Source: source, LoaderTarget: java.loader, Strict: true,
	})
	if err != nil {
		return nil, err
	}
	made := files{}
	for name, text := range answer.GetSource() {
		made[name] = compiling(text)
	}
	return made, problemsIn("java", answer.GetDiagnostics())
}

var importLine = regexp.MustCompile(`(?m)^import (?:\w+\.)+(\w+);\n`)

// index is an item of a list, which the generator takes for an array.
var index = regexp.MustCompile(`\(\)\[(\d+)\]`)

// compiling mends a program: the generator also names classes of another base package, and more than the program uses.
func compiling(program []byte) []byte {
	text := strings.ReplaceAll(string(program), "import com.pulumi.podwright.", "import com.podwright.")
	text = strings.Replace(text, "package generated_program;", "package app;", 1)
	text = index.ReplaceAllString(text, "().get($1)")
	return []byte(importLine.ReplaceAllStringFunc(text, func(line string) string {
		class := importLine.FindStringSubmatch(line)[1]
		if len(regexp.MustCompile(`\b`+class+`\b`).FindAllString(text, 2)) < 2 {
			return ""
		}
		return line
	}))
}

func problemsIn[Problem interface{ GetSummary() string }](where string, problems []Problem) error {
	all := make([]error, len(problems))
	for index, problem := range problems {
		all[index] = fmt.Errorf("%s: %s", where, problem.GetSummary())
	}
	return errors.Join(all...)
}
