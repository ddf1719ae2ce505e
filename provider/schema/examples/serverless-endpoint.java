package app;

import com.podwright.ServerlessEndpoint;
import com.podwright.ServerlessEndpointArgs;
import com.podwright.Template;
import com.podwright.TemplateArgs;
import com.podwright.enums.ServerlessEndpointDrainInProgress;
import com.podwright.enums.ServerlessEndpointDrainQueued;
import com.podwright.enums.ServerlessEndpointScalerType;
import com.podwright.inputs.ServerlessEndpointDrainArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var worker = new Template("worker", TemplateArgs.builder()
            .image("runpod/serverless-hello-world:latest")
            .serverless(true)
            .build());

        var jobs = new ServerlessEndpoint("jobs", ServerlessEndpointArgs.builder()
            .templateId(worker.id())
            .gpuIds("AMPERE_16,AMPERE_24")
            .workersMin(0)
            .workersMax(3)
            .scalerType(ServerlessEndpointScalerType.QueueDelay)
            .scalerValue(4)
            .drain(ServerlessEndpointDrainArgs.builder()
                .queued(ServerlessEndpointDrainQueued.Process)
                .inProgress(ServerlessEndpointDrainInProgress.Wait)
                .build())
            .build());

        ctx.export("url", jobs.url());
    }
}
