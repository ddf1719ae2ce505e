package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.GetPodArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var pod = PodwrightFunctions.getPod(GetPodArgs.builder()
            .id("8flcb2nif3l6sp")
            .build());

        ctx.export("status", pod.applyValue(_pod -> _pod.status()));
    }
}
