import { defineConfig, devices } from "@playwright/test";

/** BASE_URL names a running shop; without it tests/support/start-shop.ts starts one for the run. */
const port = process.env["E2E_PORT"] ?? "4430";

/** Playwright's own list: a browser obeys only the last list that it is given. */
const PLAYWRIGHTS_DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
/** Suggestions below the address bar, which a full Chromium renders for each window unseen. */
const ADDRESS_BAR_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/start-shop.ts",
  outputDir: ".cache/e2e",
  workers: 3,
  // No test relies on another, so several workers can share a long file.
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A busy machine may fail a test once. A test that fails twice has failed.
  retries: process.env["CI"] ? 1 : 0,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env["BASE_URL"] ?? `http://localhost:${port}`,
    locale: "fa-IR",
    timezoneId: "Asia/Tehran",
    trace: "off",
    // A service worker would hide calls from a test that answers them. One test allows it.
    serviceWorkers: "block",
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] && { executablePath: process.env["CHROMIUM_PATH"] }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${[...PLAYWRIGHTS_DISABLED_FEATURES, ...ADDRESS_BAR_FEATURES].join(",")}`,
      ],
    },
  },
});
