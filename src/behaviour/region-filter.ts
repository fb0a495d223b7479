import { local } from "../stores/storage.ts";

/**
 * Shows only the cards of the region that a person chooses, and stores this choice for the service.
 * The choice of an earlier visit is applied by `theme.js` before anything is drawn.
 */
export function offerRegions(): void {
  const ask = document.querySelector<HTMLElement>("[data-region-ask]");
  if (!ask) return;
  const { dataset } = document.documentElement;
  const key = `region:${location.pathname}`;
  const buttons = [...ask.querySelectorAll<HTMLButtonElement>("[data-region]")];
  const draw = () => {
    for (const button of buttons)
      button.ariaPressed = String(button.dataset["region"] === dataset["region"]);
  };
  // A stored region that the shop no longer sells must not hide all cards.
  if (!buttons.some((button) => button.dataset["region"] === dataset["region"]))
    delete dataset["region"];
  for (const button of buttons)
    button.addEventListener("click", () => {
      const { region = "" } = button.dataset;
      if (dataset["region"] === region) delete dataset["region"];
      else dataset["region"] = region;
      draw();
      local.keep(key, dataset["region"] ?? "");
    });
  draw();
}
