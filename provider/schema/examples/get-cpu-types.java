package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.enums.GetCpuTypesProduct;
import com.podwright.inputs.GetCpuTypesArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var catalog = PodwrightFunctions.getCpuTypes(GetCpuTypesArgs.builder()
            .product(GetCpuTypesProduct.POD)
            .vcpuCount(4)
            .build());

        ctx.export("first", catalog.applyValue(_catalog -> _catalog.cpuTypes().get(0).id()));
    }
}
