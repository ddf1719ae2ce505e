// The real Pulumi engine deploys the program to the emulator, a local RunPod that needs no account.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
)

func TestStack(t *testing.T) {
	emulator := startEmulator(t)
	ctx := t.Context()
	stack, err := auto.UpsertStackInlineSource(ctx, "test", "podwright-go", deploy, auto.EnvVars(map[string]string{
		"PODWRIGHT_API_KEY":        "emulator-key",
		"PODWRIGHT_BASE_URL":       emulator.url,
		"PODWRIGHT_SERVERLESS_URL": emulator.url,
		// Shortens the pauses of the provider. Never set it for RunPod.
		"PODWRIGHT_TIME_SCALE":     "0.05",
		"PULUMI_BACKEND_URL":       "file://" + t.TempDir(),
		"PULUMI_CONFIG_PASSPHRASE": "test",
	}))
	if err != nil {
		t.Fatal(err)
	}

	if err := stack.SetConfig(ctx, "protectVolumes", auto.ConfigValue{Value: "false"}); err != nil {
		t.Fatal(err)
	}

	t.Run("a deployment without free GPUs leaves no pod behind", func(t *testing.T) {
		emulator.control(t, "stock", map[string]any{"gpu": "NVIDIA GeForce RTX 4090", "count": 0})
		if _, err := stack.Up(ctx); err == nil {
			t.Fatal("the deployment succeeded without a GPU")
		}
		if pods := emulator.state(t).Pods; len(pods) != 0 {
			t.Fatalf("the account still has %v", pods)
		}
		emulator.control(t, "stock", map[string]any{"gpu": "NVIDIA GeForce RTX 4090", "count": 4})
	})

	t.Run("the stack deploys", func(t *testing.T) {
		up, err := stack.Up(ctx)
		if err != nil {
			t.Fatal(err)
		}
		pods := emulator.state(t).Pods
		if len(pods) != 1 || pods[0].ID != up.Outputs["podId"].Value || pods[0].Status != "RUNNING" {
			t.Fatalf("the account has %v", pods)
		}
	})

	t.Run("a destroyed stack leaves an empty account", func(t *testing.T) {
		if _, err := stack.Destroy(ctx); err != nil {
			t.Fatal(err)
		}
		if pods := emulator.state(t).Pods; len(pods) != 0 {
			t.Fatalf("the account still has %v", pods)
		}
	})
}

type emulator struct{ url string }

type account struct {
	Pods []struct{ ID, Status string }
}

func startEmulator(t *testing.T) emulator {
	t.Helper()
	command := exec.Command("podwright", "emulator", "--port", "0", "--provision", "50ms", "--start", "50ms")
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return emulator{regexp.MustCompile(`http://[\w.:]+`).FindString(line)}
}

// state returns the resources of the account.
func (e emulator) state(t *testing.T) account {
	t.Helper()
	answer, err := http.Get(e.url + "/_emulator/state")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var found account
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

// control sends a control call, such as "stock" or "faults".
func (e emulator) control(t *testing.T, path string, body any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(e.url+"/_emulator/"+path, "application/json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode >= 300 {
		t.Fatalf("%s: %s", path, answer.Status)
	}
}
