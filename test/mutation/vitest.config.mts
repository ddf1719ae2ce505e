// Configuration of `npm run mutation`, which changes the code and lists the changes that no test notices.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/{kernel,client,provider,cli,emulator}/**/*.test.ts"],
    exclude: [
      "**/*.long.test.ts",
      // These tests read texts or run built code, so they do not see the changes.
      "test/provider/schema/**",
      "test/provider/hosts/{engine/lifeline,dynamic/stored-provider,plugin/process}.test.ts",
    ],
    setupFiles: ["test/support/vitest/environment.ts"],
    isolate: false,
    unstubEnvs: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    update: "none",
  },
});
