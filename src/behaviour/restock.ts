import type { addRestockAlert } from "../../contract/restock.ts";
import { call } from "../stores/call.ts";
import { isSignedIn } from "../stores/session.ts";
import { say } from "./snackbar.ts";

/** Makes the button of a sold-out product request an SMS for when the product is back. */
export function offerRestockAlerts(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-restock]")) {
    button.addEventListener("click", () => void requestAlert(button));
  }
}

async function requestAlert(button: HTMLButtonElement): Promise<void> {
  const { restock: productId = "", address = "" } = button.dataset;
  if (!isSignedIn()) return location.assign(`/auth?return=${encodeURIComponent(address)}`);
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const outcome = await call<typeof addRestockAlert>("POST", "/restock-alerts", {
    body: { productId },
  });
  button.removeAttribute("aria-busy");
  say(outcome.ok ? outcome.value.message : outcome.message);
  if (!outcome.ok) return;
  // The button stays enabled to keep the keyboard focus; pressing it again gives the same answer.
  button.dataset["told"] = "";
  button.textContent = "خبرتان می‌کنیم";
  button.setAttribute("aria-label", `${button.textContent}: ${button.dataset["name"] ?? ""}`);
}
