import { onSecondCodeNeeded } from "../stores/call.ts";

/**
 * Shows the dialog when a call needs a second code. Its script is loaded for the first such call.
 */
export function watchSecondCode(): void {
  onSecondCodeNeeded(async () => {
    const container = document.getElementById("second-code");
    if (!container) return false;
    const { askSecondCode } = await import("./SecondCode.tsx");
    return askSecondCode(container);
  });
}
