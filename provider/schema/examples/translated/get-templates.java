package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.GetTemplatesArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var found = PodwrightFunctions.getTemplates(GetTemplatesArgs.builder()
            .serverless(true)
            .build());

        ctx.export("first", found.applyValue(_found -> _found.templates().get(0).id()));
    }
}
