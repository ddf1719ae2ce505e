package app;

import com.podwright.NetworkVolume;
import com.podwright.NetworkVolumeArgs;
import com.podwright.Pod;
import com.podwright.PodArgs;
import com.podwright.ServerlessEndpoint;
import com.podwright.ServerlessEndpointArgs;
import com.podwright.Template;
import com.podwright.TemplateArgs;
import com.podwright.inputs.PodGpuArgs;
import com.podwright.inputs.PodMountsArgs;
import com.podwright.inputs.PodMountsNetworkArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Either;
import com.pulumi.resources.CustomResourceOptions;
import java.util.List;
import java.util.Map;

/** A pod on a network volume, and an endpoint with its template. */
public class App {
    public static void main(String[] args) {
        Pulumi.run(App::deploy);
    }

    static void deploy(Context ctx) {
        var config = ctx.config();
        var dataCenter = config.get("dataCenter").orElse("EU-RO-1");

        var data = new NetworkVolume("data", NetworkVolumeArgs.builder()
            .size(20)
            .dataCenter(dataCenter)
            .build(), CustomResourceOptions.builder()
            .protect(config.getBoolean("protectVolumes").orElse(true))
            .build());

        var web = new Pod("web", PodArgs.builder()
            .image("nginx:1.29")
            .gpu(PodGpuArgs.builder()
                .id(config.get("gpu").orElse("NVIDIA GeForce RTX 4090"))
                .build())
            .dataCenterIds(List.of(Either.ofLeft(dataCenter)))
            .ports("80/http")
            .env(Map.of("MODE", "production"))
            .mounts(PodMountsArgs.builder()
                .network(PodMountsNetworkArgs.builder()
                    .volumeId(data.id())
                    .path(config.get("mountPath").orElse("/workspace"))
                    .build())
                .build())
            .build());

        var worker = new Template("worker", TemplateArgs.builder()
            .image("runpod/serverless-hello-world:latest")
            .serverless(true)
            .build());

        var jobs = new ServerlessEndpoint("jobs", ServerlessEndpointArgs.builder()
            .gpuIds("AMPERE_16")
            .templateId(worker.id())
            .workersMax(2)
            .build());

        ctx.export("podId", web.id());
        ctx.export("costPerHour", web.cost());
        ctx.export("jobsUrl", jobs.url());
    }
}
