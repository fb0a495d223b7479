import { defineConfig, devices } from "@playwright/test";

/** With BASE_URL a running shop is tried; without, one is started for the run (tests/support/start-shop.ts). */
const port = process.env["E2E_PORT"] ?? "4430";

/** The last list that a browser is given holds, so Playwright's own is repeated here. */
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
/** Every window of a whole Chromium renders the suggestions below an address bar that nobody sees: half the cost of an empty page. */
const ADDRESS_BAR_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/start-shop.ts",
  outputDir: ".cache/e2e",
  workers: 3,
  // No test relies on another, so a long file need not be gone through by one worker.
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A machine that does other things at the same time may stumble once; what fails twice has failed.
  retries: process.env["CI"] ? 1 : 0,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env["BASE_URL"] ?? `http://localhost:${port}`,
    locale: "fa-IR",
    timezoneId: "Asia/Tehran",
    trace: "off",
    // It would stand between the page and what a test answers in the shop's place; its own test lets it in.
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
