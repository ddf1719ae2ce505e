package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.GetEndpointHealthArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var health = PodwrightFunctions.getEndpointHealth(GetEndpointHealthArgs.builder()
            .endpointId("mmd6zzya3w2rxd")
            .build());

        ctx.export("waiting", health.applyValue(_health -> _health.inQueue()));
    }
}
