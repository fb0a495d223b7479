import { samplePane, sampleQueue } from "./sample-queue.ts";
import { type Screen, visit } from "./screen.ts";
import { expect } from "./shopper.ts";

/** Screens of the desk, for the rules that hold on all screens. */
export const deskScreens: readonly Screen[] = [
  {
    name: "the entrance of the desk",
    open: (page) => visit(page, "/desk/enter", "لینک یک‌بارمصرف"),
  },
  {
    name: "the queue of the desk, with papers open",
    role: "support",
    open: async (page) => {
      await page.route("**/desk/v1/queue", (route) => route.fulfill({ json: sampleQueue() }));
      await page.route("**/desk/v1/queue/*/*", (route) => route.fulfill({ json: samplePane() }));
      await page.route("**/desk/v1/queue/*/*/hold", (route) =>
        route.fulfill({ json: { heldBy: "sara", heldUntil: new Date().toISOString() } }),
      );
      await visit(page, "/desk", "سارا کاظمی");
      await page.locator(".queue-row").first().click();
      await expect(page.getByText("میز سنجید")).toBeVisible();
    },
  },
  {
    name: "the desk's settings",
    role: "owner",
    open: async (page) => {
      const made = await page.request.post("/desk/v1/tokens", {
        headers: { Origin: new URL(page.url()).origin },
        data: { label: "گزارش شبانهٔ فروش", role: "viewer" },
      });
      expect(made.status()).toBe(200);
      await visit(page, "/desk/settings", "گزارش شبانهٔ فروش");
    },
  },
];
