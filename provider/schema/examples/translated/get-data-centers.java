package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.GetDataCentersArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var catalog = PodwrightFunctions.getDataCenters(GetDataCentersArgs.builder()
            .globalNetwork(true)
            .build());

        ctx.export("first", catalog.applyValue(_catalog -> _catalog.dataCenters().get(0).id()));
    }
}
