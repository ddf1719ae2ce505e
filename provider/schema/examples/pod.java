package app;

import com.podwright.NetworkVolume;
import com.podwright.NetworkVolumeArgs;
import com.podwright.Pod;
import com.podwright.PodArgs;
import com.podwright.inputs.PodGpuArgs;
import com.podwright.inputs.PodMountsArgs;
import com.podwright.inputs.PodMountsNetworkArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Either;
import com.pulumi.resources.CustomResourceOptions;
import com.pulumi.resources.CustomTimeouts;
import java.time.Duration;
import java.util.List;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var models = new NetworkVolume("models", NetworkVolumeArgs.builder()
            .size(50)
            .dataCenter("EU-RO-1")
            .build(), CustomResourceOptions.builder()
                .protect(true)
                .build());

        var trainer = new Pod("trainer", PodArgs.builder()
            .image("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime")
            .args("sleep infinity")
            .gpu(PodGpuArgs.builder()
                .id("NVIDIA L4")
                .build())
            .dataCenterIds(List.of(Either.ofLeft("EU-RO-1")))
            .mounts(PodMountsArgs.builder()
                .network(PodMountsNetworkArgs.builder()
                    .volumeId(models.id())
                    .path("/models")
                    .build())
                .build())
            .ports("22/tcp")
            .env(Map.of("MODE", "train"))
            .build(), CustomResourceOptions.builder()
                .customTimeouts(CustomTimeouts.builder()
                    .create(Duration.ofMinutes(20))
                    .build())
                .build());

        ctx.export("status", trainer.status());
    }
}
