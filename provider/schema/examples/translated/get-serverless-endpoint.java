package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.GetServerlessEndpointArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var endpoint = PodwrightFunctions.getServerlessEndpoint(GetServerlessEndpointArgs.builder()
            .id("mmd6zzya3w2rxd")
            .build());

        ctx.export("workersMax", endpoint.applyValue(_endpoint -> _endpoint.workersMax()));
    }
}
