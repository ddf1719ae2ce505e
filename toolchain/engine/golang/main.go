// pulumi-language-go runs Pulumi programs written in Go. Module proxies may not have Pulumi's own language host. This language host
// does only what `pulumi preview`, `up`, `refresh` and `destroy` need. It does not search for plugins, install them or generate code.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/constant"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	flag.Parse()
	if err := serve(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(engine string) error {
	if engine == "" {
		return errors.New("pulumi-language-go is started by the Pulumi engine, which passes its address")
	}
	// If the engine is killed, it no longer answers and this process ends.
	ctx, gone := context.WithCancel(context.Background())
	if err := rpcutil.Healthcheck(ctx, engine, 10*time.Second, gone); err != nil {
		return err
	}
	stop := make(chan bool)
	go func() {
		<-ctx.Done()
		close(stop)
	}()
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: stop,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, &host{engine: engine, alive: ctx})
			return nil
		},
	})
	if err != nil {
		return err
	}
	fmt.Println(handle.Port)
	return <-handle.Done
}

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	engine string
	alive  context.Context
}

func (h *host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{}, nil
}

// GetRequiredPackages returns no packages: a program says which plugin and version it needs with each resource it registers.
func (h *host) GetRequiredPackages(
	context.Context, *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return &pulumirpc.GetRequiredPackagesResponse{}, nil
}

// Run builds the program and runs it. If the project's runtime option "binary" names a built program, Run uses that.
func (h *host) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.alive, cancel)()
	program, cleanUp, err := programOf(ctx, request.GetInfo())
	if err != nil {
		return &pulumirpc.RunResponse{Error: err.Error()}, nil
	}
	defer cleanUp()
	variables, err := h.variables(request)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program, request.GetArgs()...)
	command.Dir = request.GetPwd()
	command.Env = append(os.Environ(), variables...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return &pulumirpc.RunResponse{}, nil
	case errors.As(err, &exit) && exit.ExitCode() == constant.ExitStatusLoggedError:
		return &pulumirpc.RunResponse{Bail: true}, nil
	default:
		return &pulumirpc.RunResponse{Error: fmt.Sprintf("the program ended with an error: %v", err)}, nil
	}
}

func programOf(ctx context.Context, info *pulumirpc.ProgramInfo) (program string, cleanUp func(), err error) {
	if built := info.GetOptions().GetFields()["binary"].GetStringValue(); built != "" {
		if !filepath.IsAbs(built) {
			built = filepath.Join(info.GetRootDirectory(), built)
		}
		return built, func() {}, nil
	}
	folder, err := os.MkdirTemp("", "pulumi-go-")
	if err != nil {
		return "", nil, err
	}
	cleanUp = func() { _ = os.RemoveAll(folder) }
	program = filepath.Join(folder, "program.exe")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, info.GetEntryPoint())
	build.Dir = info.GetProgramDirectory()
	if output, err := build.CombinedOutput(); err != nil {
		cleanUp()
		return "", nil, fmt.Errorf("the program does not build: %w\n%s", err, output)
	}
	return program, cleanUp, nil
}

// variables returns the environment that tells the program the engine's address and the stack.
func (h *host) variables(request *pulumirpc.RunRequest) ([]string, error) {
	config, err := json.Marshal(request.GetConfig())
	if err != nil {
		return nil, err
	}
	secrets, err := json.Marshal(request.GetConfigSecretKeys())
	if err != nil {
		return nil, err
	}
	return []string{
		pulumi.EnvOrganization + "=" + request.GetOrganization(),
		pulumi.EnvProject + "=" + request.GetProject(),
		pulumi.EnvPulumiRootDirectory + "=" + request.GetInfo().GetRootDirectory(),
		pulumi.EnvStack + "=" + request.GetStack(),
		pulumi.EnvConfig + "=" + string(config),
		pulumi.EnvConfigSecretKeys + "=" + string(secrets),
		pulumi.EnvDryRun + "=" + strconv.FormatBool(request.GetDryRun()),
		pulumi.EnvParallel + "=" + strconv.Itoa(int(request.GetParallel())),
		pulumi.EnvMonitor + "=" + request.GetMonitorAddress(),
		pulumi.EnvEngine + "=" + h.engine,
	}, nil
}
