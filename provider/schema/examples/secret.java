package app;

import com.podwright.Pod;
import com.podwright.PodArgs;
import com.podwright.Secret;
import com.podwright.SecretArgs;
import com.podwright.inputs.PodGpuArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var config = ctx.config();
        final var hfToken = config.requireSecret("hfToken");
        var hfTokenResource = new Secret("hf-token", SecretArgs.builder()
            .value(hfToken)
            .build());

        var tuner = new Pod("tuner", PodArgs.builder()
            .image("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime")
            .gpu(PodGpuArgs.builder()
                .id("NVIDIA L4")
                .build())
            .env(hfTokenResource.name().applyValue(name ->
                Map.of("HF_TOKEN", String.format("{{ RUNPOD_SECRET_%s }}", name))))
            .build());
    }
}
