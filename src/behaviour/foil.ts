/** The light on a card's foil, under the mouse. Loaded by `frame.ts` when a mouse first moves. */

const FADE_MS = 150;

const light = document.createElement("span");
Object.assign(light.style, { position: "absolute", pointerEvents: "none" });
let lit: Element | null = null;

export function moveLight({ target, clientX, clientY }: PointerEvent): void {
  const card = target instanceof Element ? target.closest(".product:not(.sold-out)") : null;
  const art = card?.querySelector(".art");
  if (!card || !art) {
    light.remove();
    lit = null;
    return;
  }
  const { left, top, width, height } = art.getBoundingClientRect();
  const frame = card.getBoundingClientRect();
  Object.assign(light.style, {
    left: `${String(left - frame.left - card.clientLeft)}px`,
    top: `${String(top - frame.top - card.clientTop)}px`,
    width: `${String(width)}px`,
    height: `${String(height)}px`,
    borderRadius: getComputedStyle(art).borderRadius,
    background: `radial-gradient(circle at ${String(clientX - left)}px ${String(clientY - top)}px, oklch(1 0 0 / 0.26), transparent 45%)`,
  });
  if (lit === card) return;
  lit = card;
  card.append(light);
  light.animate({ opacity: [0, 1] }, FADE_MS);
}
