import { call } from "../stores/call.ts";
import { isSignedIn } from "../stores/session.ts";
import { say } from "./snackbar.ts";

/** The button of a sold-out product: whoever presses it is told by SMS when the product is back. */
export function offerRestockAlerts(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-restock]")) {
    button.addEventListener("click", () => void ask(button));
  }
}

async function ask(button: HTMLButtonElement): Promise<void> {
  const { restock: productId = "", address = "" } = button.dataset;
  if (!isSignedIn()) return location.assign(`/auth?return=${encodeURIComponent(address)}`);
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const outcome = await call<{ message: string }>("POST", "/restock-alerts", { productId });
  button.removeAttribute("aria-busy");
  say(outcome.ok ? outcome.value.message : outcome.message);
  if (!outcome.ok) return;
  // It can still be pressed: the answer is the same, and the keyboard's focus stays where it was.
  button.dataset["told"] = "";
  button.textContent = "خبرتان می‌کنیم";
  button.setAttribute("aria-label", `${button.textContent}: ${button.dataset["name"] ?? ""}`);
}
