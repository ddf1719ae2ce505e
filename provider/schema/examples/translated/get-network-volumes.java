package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.GetNetworkVolumesArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var found = PodwrightFunctions.getNetworkVolumes(GetNetworkVolumesArgs.builder()
            .dataCenter("EU-RO-1")
            .build());

        ctx.export("first", found.applyValue(_found -> _found.networkVolumes().get(0).id()));
    }
}
