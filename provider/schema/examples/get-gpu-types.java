package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.enums.GetGpuTypesProduct;
import com.podwright.inputs.GetGpuTypesArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var catalog = PodwrightFunctions.getGpuTypes(GetGpuTypesArgs.builder()
            .product(GetGpuTypesProduct.POD)
            .count(2)
            .build());

        ctx.export("first", catalog.applyValue(_catalog -> _catalog.gpuTypes().get(0).id()));
    }
}
