import { atom } from "nanostores";

/**
 * Whether the screen is covered: the session has ended, or nobody touched the desk for a while.
 * What stands below stays as it is.
 */
export const $isCovered = atom(false);

export function coverDesk(): void {
  if (location.pathname !== "/desk/enter") $isCovered.set(true);
}
