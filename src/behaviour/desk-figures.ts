import { $keys } from "../stores/desk/keys.ts";

/**
 * Highlights the chosen column of charts, and registers the keys of pages with figures. The server
 * draws everything else.
 */

/** Highlights a column by the arrow keys or the pointer, and shows its figures. */
function readChart(chart: HTMLElement): void {
  const template = chart.querySelector<HTMLElement>("[data-readings]");
  const output = chart.querySelector("[data-reading]");
  const readings = JSON.parse(template?.dataset["readings"] ?? "[]") as string[];
  let place = -1;
  const show = (next: number) => {
    place = Math.max(0, Math.min(readings.length - 1, next));
    for (const bar of chart.querySelectorAll<SVGElement>("[data-bar]"))
      bar.classList.toggle("is-read", Number(bar.dataset["bar"]) === place);
    if (output) output.textContent = readings[place] ?? "";
  };
  chart.addEventListener("keydown", (event) => {
    const steps: Record<string, number | undefined> = { ArrowRight: -1, ArrowLeft: 1 };
    const ends: Record<string, number | undefined> = { Home: 0, End: readings.length - 1 };
    const step = steps[event.code];
    const next =
      step === undefined ? ends[event.code] : place < 0 ? readings.length - 1 : place + step;
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // Otherwise the arrow keys of the page would open another month.
    event.preventDefault();
    show(next);
  });
  chart.addEventListener("pointermove", ({ target }) => {
    const bar = target instanceof Element ? target.closest<SVGElement>("[data-bar]") : null;
    if (bar) show(Number(bar.dataset["bar"]));
  });
}

for (const chart of document.querySelectorAll<HTMLElement>("[data-chart]")) readChart(chart);

const offered = [...document.querySelectorAll<HTMLElement>("[data-key]")].map((button) => ({
  code: button.dataset["key"] ?? "",
  label: button.dataset["keyLabel"] ?? button.textContent.trim(),
  act: () => {
    button.click();
  },
}));
$keys.setKey("آمار", { title: "آمار", keys: offered });
