import { formatNumber, formatToman } from "../../persian/toman.ts";
import { isPlusAlone } from "./add-button.ts";
import { cartLimits } from "./cart-limits.ts";
import { standInFor } from "./press-guard.ts";

/** Draws the stepper of a product, the bar with the sum, and the flight of a card into the cart. */

const FLIGHT_MS = 220;
const LANDED_PX = 28;

/** Shows the button while the cart has none of its product, else a stepper in its place. */
export function drawStepper(
  button: HTMLButtonElement,
  quantity: number,
  onStep: (step: 1 | -1) => void,
): void {
  const existing = button.parentElement?.querySelector<HTMLElement>(".stepper");
  const hadFocus = document.activeElement === button || existing?.contains(document.activeElement);
  button.hidden = quantity > 0;
  if (quantity === 0) {
    existing?.remove();
    if (hadFocus) button.focus();
    return;
  }
  const stepper = existing ?? buildStepper(button, onStep);
  const [less, amount, more] = stepper.children;
  if (amount) amount.textContent = formatNumber(quantity);
  const isFull = quantity >= quantityMaxOf(button);
  more?.setAttribute("aria-disabled", String(isFull));
  less?.setAttribute(
    "aria-label",
    `${quantity === 1 ? "برداشتن از سبد خرید" : "یکی کمتر"}: ${nameOf(button)}`,
  );
  if (hadFocus && !stepper.contains(document.activeElement) && more instanceof HTMLElement)
    more.focus();
}

function buildStepper(button: HTMLButtonElement, onStep: (step: 1 | -1) => void): HTMLElement {
  const stepper = document.createElement("div");
  stepper.className = "stepper";
  stepper.role = "group";
  stepper.ariaLabel = `تعداد ${nameOf(button)} در سبد خرید`;
  const add = (text: string, label: string, step: 1 | -1) => {
    const part = document.createElement("button");
    part.type = "button";
    part.textContent = text;
    part.ariaLabel = label;
    part.addEventListener("click", () => {
      onStep(step);
    });
    return part;
  };
  const amount = document.createElement("output");
  const more = add("+", `یکی بیشتر: ${nameOf(button)}`, 1);
  // «+» is at the place of the button, so that a second press there never removes anything.
  stepper.append(add("−", `یکی کمتر: ${nameOf(button)}`, -1), amount, more);
  if (isPlusAlone(button)) standInFor(more, button);
  button.after(stepper);
  return stepper;
}

/** Shows the bar for phones with the number of lines and the sum. Hides it for an empty cart. */
export function drawBar(lines: number, sumToman: number | null): void {
  const bar = document.querySelector<HTMLElement>("[data-cart-bar]");
  const sum = bar?.querySelector("[data-cart-sum]");
  if (!bar || !sum) return;
  bar.inert = lines === 0;
  bar.toggleAttribute("data-shown", lines > 0);
  if (lines === 0) return;
  const parts = [`${formatNumber(lines)} کالا`];
  if (sumToman !== null) parts.push(formatToman(sumToman));
  sum.textContent = parts.join("، ");
}

/** Lets a copy of the product's art fly into the cart, unless the person prefers reduced motion. */
export function fly(button: HTMLButtonElement): void {
  const art = button.closest("article")?.querySelector("svg");
  const cart = [...document.querySelectorAll<HTMLElement>("[data-cart-bar], a[href='/cart']")].find(
    (place) => place.checkVisibility({ visibilityProperty: true }),
  );
  if (!art || !cart || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = art.getBoundingClientRect();
  const to = cart.getBoundingClientRect();
  const copy = art.cloneNode(true) as SVGElement;
  const width = Math.min(from.width, 88);
  copy.classList.add("flying");
  document.body.append(copy);
  const across = to.left + to.width / 2 - (from.left + from.width / 2);
  const down = to.top + to.height / 2 - (from.top + from.height / 2);
  const at = (x: number, y: number, scale: number) =>
    `translate(${String(from.left + from.width / 2 - width / 2 + x)}px, ` +
    `${String(from.top + from.height / 2 - width * 0.3125 + y)}px) scale(${String(scale)})`;
  // The flight is an arc: halfway, the card is above the straight line.
  const flight = copy.animate(
    [
      { transform: at(0, 0, 1) },
      { transform: at(across / 2, down / 2 - 36, 0.7) },
      { transform: at(across, down, LANDED_PX / width), opacity: 0.6 },
    ],
    { duration: FLIGHT_MS, easing: "cubic-bezier(.2,.8,.2,1)" },
  );
  flight.onfinish = () => {
    copy.remove();
  };
}

export function quantityMaxOf(button: HTMLButtonElement): number {
  return Math.min(Number(button.dataset["stock"]), cartLimits().quantityMax);
}

export function nameOf(button: HTMLButtonElement): string {
  return button.closest("article")?.querySelector("h3")?.textContent.trim() ?? "";
}
