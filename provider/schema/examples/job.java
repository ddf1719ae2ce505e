package app;

import com.podwright.Job;
import com.podwright.JobArgs;
import com.podwright.ServerlessEndpoint;
import com.podwright.ServerlessEndpointArgs;
import com.podwright.Template;
import com.podwright.TemplateArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var candidate = new Template("candidate", TemplateArgs.builder()
            .image("runpod/serverless-hello-world:latest")
            .serverless(true)
            .build());

        var endpoint = new ServerlessEndpoint("endpoint", ServerlessEndpointArgs.builder()
            .templateId(candidate.id())
            .gpuIds("AMPERE_16")
            .workersMax(3)
            .build());

        var smoke = new Job("smoke", JobArgs.builder()
            .endpointId(endpoint.id())
            .input(Map.of("prompt", "hello"))
            .triggers(candidate.image())
            .timeout("5m")
            .build());

        ctx.export("answer", smoke.output());
    }
}
