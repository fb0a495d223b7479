import { $secondCode, askSecondCodes } from "../stores/second-code.ts";

let isLoading = false;

/** Shows the dialog when a call needs a second code. */
export function watchSecondCode(): void {
  askSecondCodes();
  $secondCode.subscribe(({ step }) => {
    const container = document.getElementById("second-code");
    if (step === "closed" || isLoading || !container) return;
    isLoading = true;
    void import("./SecondCode.tsx").then(({ drawSecondCode }) => {
      drawSecondCode(container, Number(container.dataset["codeLength"]));
    });
  });
}
