package app;

import com.podwright.Pod;
import com.podwright.PodArgs;
import com.podwright.Template;
import com.podwright.TemplateArgs;
import com.podwright.inputs.PodGpuArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var base = new Template("base", TemplateArgs.builder()
            .image("nginx:1.29")
            .ports("80/http")
            .env(Map.of("MODE", "demo"))
            .build());

        var web = new Pod("web", PodArgs.builder()
            .templateId(base.id())
            .gpu(PodGpuArgs.builder()
                .id("NVIDIA L4")
                .build())
            .build());
    }
}
