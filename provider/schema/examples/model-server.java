package app;

import com.podwright.ModelServer;
import com.podwright.ModelServerArgs;
import com.podwright.inputs.ModelServerCacheArgs;
import com.podwright.inputs.ModelServerSmokeTestArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var chat = new ModelServer("chat", ModelServerArgs.builder()
            .model("Qwen/Qwen2.5-7B-Instruct")
            .env(ctx.config().requireSecret("hfToken").applyValue(token -> Map.of("HF_TOKEN", token)))
            .gpuIds("ADA_24")
            .fallbacks("ADA_32_PRO")
            .workersMin(1)
            .workersMax(3)
            .cache(ModelServerCacheArgs.builder()
                .size(50)
                .dataCenter("EU-RO-1")
                .build())
            .smokeTest(ModelServerSmokeTestArgs.builder()
                .input(Map.of("prompt", "Say hello."))
                .build())
            .build());

        ctx.export("url", chat.url());
    }
}
