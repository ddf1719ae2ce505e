package app;

import com.podwright.NetworkVolume;
import com.podwright.NetworkVolumeArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.resources.CustomResourceOptions;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var data = new NetworkVolume("data", NetworkVolumeArgs.builder()
            .size(100)
            .dataCenter("EU-RO-1")
            .build(), CustomResourceOptions.builder()
                .protect(true)
                .build());
    }
}
