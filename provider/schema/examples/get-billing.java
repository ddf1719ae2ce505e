package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.podwright.PodwrightFunctions;
import com.podwright.enums.GetBillingSubject;
import com.podwright.inputs.GetBillingArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var bills = PodwrightFunctions.getBilling(GetBillingArgs.builder()
            .subject(GetBillingSubject.Pods)
            .lastN(7)
            .build());

        ctx.export("spent", bills.applyValue(_bills -> _bills.totalAmount()));
    }
}
