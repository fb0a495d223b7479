import { type Screen, visit } from "./screen.ts";
import { expect } from "./shopper.ts";

/** Screens of the desk, for the rules that hold on all screens. */
export const deskScreens: readonly Screen[] = [
  {
    name: "the entrance of the desk",
    open: (page) => visit(page, "/desk/enter", "لینک یک‌بارمصرف"),
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
