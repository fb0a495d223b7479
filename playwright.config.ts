import { defineConfig, devices } from "@playwright/test";

/** Tests the shop at BASE_URL; without it, tests/support/start-shop.ts starts one. */
const port = process.env["E2E_PORT"] ?? "4430";

/** A browser obeys only the last list of features, so this repeats Playwright's own. */
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
 * visible bar. This is half the cost of an empty page.
 */
const ADDRESS_BAR_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
const DISABLED_FEATURES = [...PLAYWRIGHT_FEATURES, ...ADDRESS_BAR_FEATURES];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/start-shop.ts",
  outputDir: ".cache/e2e",
  workers: 3,
  // Tests are independent, so several workers can share a long file.
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
    // A service worker would hide requests from the tests that answer them. Its own test allows it.
    serviceWorkers: "block",
    // Drawing frames is a tenth of the work without a graphics card. Tests of motion ask for it.
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
