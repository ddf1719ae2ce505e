package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import com.pulumi.automation.AutomationException;
import com.pulumi.automation.ConfigValue;
import com.pulumi.automation.LocalWorkspace;
import com.pulumi.automation.LocalWorkspaceOptions;
import com.pulumi.automation.WorkspaceStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The real Pulumi engine deploys the program to the emulator, a local RunPod that needs no account. */
@TestMethodOrder(OrderAnnotation.class)
class StackTest {
    private static Process emulator;
    private static String url;
    private static WorkspaceStack stack;

    @BeforeAll
    static void start(@TempDir Path state) throws Exception {
        emulator = new ProcessBuilder("podwright", "emulator", "--port", "0", "--provision", "50ms", "--start", "50ms").start();
        var line = new BufferedReader(new InputStreamReader(emulator.getInputStream())).readLine();
        var address = Pattern.compile("http://[\\w.:]+").matcher(line);
        assertTrue(address.find());
        url = address.group();
        var options = LocalWorkspaceOptions.builder()
            .environmentVariables(Map.of(
                "PODWRIGHT_API_KEY", "emulator-key",
                "PODWRIGHT_BASE_URL", url,
                "PODWRIGHT_SERVERLESS_URL", url,
                // Shortens the pauses of the provider. Never set it for RunPod.
                "PODWRIGHT_TIME_SCALE", "0.05",
                "PULUMI_BACKEND_URL", state.toUri().toString(),
                "PULUMI_CONFIG_PASSPHRASE", "test"))
            .build();
        stack = LocalWorkspace.createOrSelectStack("podwright-java", "test", App::deploy, options);
        stack.setConfig("protectVolumes", new ConfigValue("false"));
    }

    @AfterAll
    static void stop() {
        emulator.destroy();
    }

    @Test
    @Order(1)
    void aDeploymentWithoutFreeGpusLeavesNoPodBehind() throws Exception {
        control("stock", "{\"gpu\": \"NVIDIA GeForce RTX 4090\", \"count\": 0}");
        assertThrows(AutomationException.class, () -> stack.up());
        assertEquals(0, pods().size());
        control("stock", "{\"gpu\": \"NVIDIA GeForce RTX 4090\", \"count\": 4}");
    }

    @Test
    @Order(2)
    void theStackDeploys() throws Exception {
        var outputs = stack.up().outputs();
        var pod = pods().get(0).getAsJsonObject();
        assertEquals(outputs.get("podId").value(), pod.get("id").getAsString());
        assertEquals("RUNNING", pod.get("status").getAsString());
    }

    @Test
    @Order(3)
    void aDestroyedStackLeavesAnEmptyAccount() throws Exception {
        stack.destroy();
        assertEquals(0, pods().size());
    }

    /** The pods of the account. */
    private static JsonArray pods() throws IOException, InterruptedException {
        var state = send(HttpRequest.newBuilder(URI.create(url + "/_emulator/state")).build());
        return JsonParser.parseString(state).getAsJsonObject().getAsJsonArray("pods");
    }

    /** A control call, such as "stock" or "faults". */
    private static void control(String path, String body) throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(URI.create(url + "/_emulator/" + path))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
    }

    private static String send(HttpRequest request) throws IOException, InterruptedException {
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return answer.body();
    }
}
