package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.RunJobArgs;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var smoke = PodwrightFunctions.runJob(RunJobArgs.builder()
            .endpointId("mmd6zzya3w2rxd")
            .input(Map.of("prompt", "Hello"))
            .build());

        ctx.export("answer", smoke.applyValue(_smoke -> _smoke.output()));
    }
}
