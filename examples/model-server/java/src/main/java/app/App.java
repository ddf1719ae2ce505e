package app;

import com.podwright.ModelServer;
import com.podwright.ModelServerArgs;
import com.podwright.inputs.ModelServerCacheArgs;
import com.podwright.inputs.ModelServerSmokeTestAcceptArgs;
import com.podwright.inputs.ModelServerSmokeTestArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import java.util.Map;

/** A language model behind an address, with a cache for its weights and a smoke test. */
public class App {
    public static void main(String[] args) {
        Pulumi.run(App::deploy);
    }

    static void deploy(Context ctx) {
        var config = ctx.config();

        var chat = new ModelServer("chat", ModelServerArgs.builder()
            .model(config.get("model").orElse("Qwen/Qwen2.5-7B-Instruct"))
            .image(config.get("image").orElse("runpod/worker-v1-vllm:v2.18.1"))
            .env(config.getSecret("hfToken").applyValue(token -> Map.of("HF_TOKEN", token.orElse(""))))
            .gpuIds(config.get("gpuIds").orElse("ADA_24"))
            .fallbacks("ADA_32_PRO")
            .workersMin(1)
            .workersMax(3)
            .cache(ModelServerCacheArgs.builder()
                .size(50)
                .dataCenter(config.get("dataCenter").orElse("EU-RO-1"))
                .build())
            .smokeTest(ModelServerSmokeTestArgs.builder()
                .input(Map.of("prompt", "Say hello."))
                .accepts(ModelServerSmokeTestAcceptArgs.builder()
                    .path("[0].choices")
                    .present(true)
                    .build())
                .build())
            .build());

        ctx.export("url", chat.url());
        ctx.export("openaiUrl", chat.openaiUrl());
        ctx.export("endpointId", chat.endpointId());
        ctx.export("keyHint", chat.keyHint());
    }
}
