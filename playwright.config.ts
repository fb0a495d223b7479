import { defineConfig, devices } from "@playwright/test";

/**
 * The port of the shop that tests/support/start-shop.ts starts. If BASE_URL is set, the tests use
 * the shop at that URL instead.
 */
const port = process.env["E2E_PORT"] ?? "4430";

/**
 * The features that Playwright itself disables. Chromium obeys only the last list of disabled
 * features, so they are repeated here.
 */
const PLAYWRIGHT_FEATURES = [
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
/**
 * A full Chromium renders the suggestions below the address bar in every window, even without a
 * visible bar. These suggestions are half the cost of an empty page.
 */
const ADDRESS_BAR_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
const DISABLED_FEATURES = [...PLAYWRIGHT_FEATURES, ...ADDRESS_BAR_FEATURES];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/start-shop.ts",
  outputDir: ".cache/e2e",
  workers: 3,
  // Tests are independent, so several workers can share the tests of a long file.
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env["BASE_URL"] ?? `http://localhost:${port}`,
    locale: "fa-IR",
    timezoneId: "Asia/Tehran",
    trace: "off",
    // Some tests answer requests themselves, and a service worker would hide these requests from
    // them. The test of the service worker allows it.
    serviceWorkers: "block",
    // Without a graphics card, drawing animations is a tenth of the work. Tests of animations turn
    // them on.
    contextOptions: { reducedMotion: "reduce" },
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
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ],
    },
  },
});
