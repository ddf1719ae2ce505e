package app;

import com.podwright.Pod;
import com.podwright.PodArgs;
import com.podwright.RegistryCredential;
import com.podwright.RegistryCredentialArgs;
import com.podwright.inputs.PodGpuArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var config = ctx.config();
        final var registryPassword = config.requireSecret("registryPassword");
        var ghcr = new RegistryCredential("ghcr", RegistryCredentialArgs.builder()
            .username("robot")
            .password(registryPassword)
            .build());

        var service = new Pod("service", PodArgs.builder()
            .image("ghcr.io/example/service:1.4")
            .gpu(PodGpuArgs.builder()
                .id("NVIDIA L4")
                .build())
            .registry(ghcr.id())
            .build());
    }
}
