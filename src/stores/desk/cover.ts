import { atom } from "nanostores";

/**
 * True while the screen is covered: the session has ended, or nobody used the desk for a while. The
 * content below the cover does not change.
 */
export const $isCovered = atom(false);

export function coverDesk(): void {
  if (location.pathname !== "/desk/enter") $isCovered.set(true);
}
