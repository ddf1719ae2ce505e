package app;

import com.podwright.Pod;
import com.podwright.PodArgs;
import com.podwright.SshKey;
import com.podwright.SshKeyArgs;
import com.podwright.inputs.PodGpuArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var me = new SshKey("me", SshKeyArgs.builder()
            .publicKey("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIwZ0AJrEK0PUn6ltzEHPauMbkT0S7hYqw40MW8GDP+Q me@example.com")
            .build());

        var workstation = new Pod("workstation", PodArgs.builder()
            .image("runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04")
            .gpu(PodGpuArgs.builder()
                .id("NVIDIA L4")
                .build())
            .ports("22/tcp")
            .startSsh(true)
            .build(), CustomResourceOptions.builder()
            .dependsOn(me)
            .build());

        ctx.export("fingerprint", me.fingerprint());
    }
}
