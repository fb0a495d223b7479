import type { signOut as signOutCall } from "../../contract/sign-in.ts";
import { call } from "../stores/call.ts";
import { say } from "./snackbar.ts";

export function listenToSignOut(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-sign-out]")) {
    button.addEventListener("click", () => void signOut(button));
  }
}

async function signOut(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  const outcome = await call<typeof signOutCall>("POST", "/auth/logout");
  button.disabled = false;
  if (outcome.ok) location.assign("/auth");
  else say(outcome.message);
}
