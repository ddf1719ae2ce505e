package app;

import com.podwright.ModelServer;
import com.podwright.ModelServerArgs;
import com.podwright.NetworkVolume;
import com.podwright.NetworkVolumeArgs;
import com.podwright.Task;
import com.podwright.TaskArgs;
import com.podwright.inputs.PodFallbackGpuArgs;
import com.podwright.inputs.TaskMountsArgs;
import com.podwright.inputs.TaskMountsNetworkArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.resources.ComponentResourceOptions;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var dataset = new NetworkVolume("dataset", NetworkVolumeArgs.builder()
            .size(100)
            .dataCenter("US-KS-2")
            .build(), CustomResourceOptions.builder()
                .protect(true)
                .build());

        var train = new Task("train", TaskArgs.builder()
            .image("pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime")
            .command("python", "/workspace/train.py", "--out", "/workspace/model")
            .gpu(PodFallbackGpuArgs.builder()
                .id("NVIDIA GeForce RTX 4090")
                .minCudaVersion("12.4")
                .build())
            .mounts(TaskMountsArgs.builder()
                .network(TaskMountsNetworkArgs.builder()
                    .volumeId(dataset.id())
                    .path("/workspace")
                    .build())
                .build())
            .timeout("2h")
            .maxCost(5.0)
            .triggers("dataset-3")
            .build());

        new ModelServer("serve", ModelServerArgs.builder()
            .model("/runpod-volume/model")
            .gpuIds("ADA_24")
            .networkVolumeId(dataset.id())
            .build(), ComponentResourceOptions.builder()
                .dependsOn(train)
                .build());

        ctx.export("cost", train.cost());
    }
}
