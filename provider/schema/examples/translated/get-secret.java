package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.inputs.GetSecretArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var token = PodwrightFunctions.getSecret(GetSecretArgs.builder()
            .name("hf_token")
            .build());

        ctx.export("tokenId", token.applyValue(_token -> _token.id()));
    }
}
