package app;

import com.podwright.Cluster;
import com.podwright.ClusterArgs;
import com.podwright.enums.ClusterType;
import com.podwright.inputs.ClusterComputeArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.resources.CustomResourceOptions;
import com.pulumi.resources.CustomTimeouts;
import java.time.Duration;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var training = new Cluster("training", ClusterArgs.builder()
            .type(ClusterType.Training)
            .compute(ClusterComputeArgs.builder()
                .gpuTypeId("NVIDIA H100 80GB HBM3")
                .gpuCountPerPod(8)
                .podCount(2)
                .build())
            .image("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime")
            .ports("22/tcp")
            .startSsh(true)
            .build(), CustomResourceOptions.builder()
                .customTimeouts(CustomTimeouts.builder()
                    .create(Duration.ofMinutes(30))
                    .build())
                .build());

        ctx.export("ssh", training.sshEndpoint());
    }
}
