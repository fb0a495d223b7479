import type {
  acceptInvitation,
  enterAsFirstOwner,
  getMe,
} from "../../../contract/desk/operator.ts";
import type { leaveDesk, lookAtDoor } from "../../../contract/desk/session.ts";
import type { enterThroughAccess } from "../../../contract/desk/access.ts";
import type { RequestOf } from "../../../contract/request.ts";
import type { Outcome } from "../call.ts";
import { local } from "../storage.ts";
import { callDesk } from "./call.ts";
import { $isCovered, coverDesk } from "./cover.ts";

/** The session of an operator in this browser: how it begins, is covered, and ends. */

/** Key in the local storage: when the desk was last used in any tab. */
const TOUCHED_AT = "deskTouchedAt";
const LOOK_EACH_MS = 15_000;
/**
 * The server does not see key presses and pointer moves. After this time, a call tells it that the
 * desk is used.
 */
const TELL_EACH_MS = 5 * 60_000;

export const ENTRANCE = "/desk/enter";

/** Returns the path if the entrance may lead back to it, else the front page of the desk. */
export function toDeskReturn(value: string | null): string {
  const url = value?.startsWith("/desk") ? URL.parse(value, location.origin) : null;
  const isPage =
    url?.origin === location.origin &&
    /^\/desk(?:\/|$)/.test(url.pathname) &&
    !/^\/desk\/(?:enter$|v\d)/.test(url.pathname);
  return url && isPage ? url.pathname + url.search : "/desk";
}

/** Returns the URL of the entrance that leads back to this page. */
export const entranceFromHere = () =>
  `${ENTRANCE}?return=${encodeURIComponent(location.pathname + location.search)}`;

/** Asks how operators enter this desk, and who is signed in here. */
export const readEntrance = () =>
  callDesk<typeof lookAtDoor>("GET", "/door", { needs: ["needsPasskey"] });

const readMe = () => callDesk<typeof getMe>("GET", "/me", { needs: ["name"] });

/** Opens the desk with a one-time secret; the session's cookie comes with the answer. */
export function enterWithSecret(secret: string): Promise<Outcome<{ name: string }>> {
  return callDesk<typeof acceptInvitation>("POST", "/invitations/acceptance", {
    body: { secret },
    needs: ["name"],
  });
}

/** Signs in the operator whom Cloudflare Access identified. */
export const enterByAccess = () =>
  callDesk<typeof enterThroughAccess>("POST", "/access-entry", { needs: ["name"] });

export function enterAsFirst(
  body: RequestOf<typeof enterAsFirstOwner>["body"],
): Promise<Outcome<{ name: string }>> {
  return callDesk<typeof enterAsFirstOwner>("POST", "/first-owner", { body, needs: ["name"] });
}

/** Ends the session here and goes to the entrance. Returns the sentence of a refusal, else "". */
export async function leave(): Promise<string> {
  const outcome = await callDesk<typeof leaveDesk>("DELETE", "/session");
  // Any answer removes the cookie, and a session that is unknown has already ended.
  if (!outcome.ok && outcome.status === 0) return outcome.message;
  location.assign(ENTRANCE);
  return "";
}

/**
 * Removes the cover after the operator has signed in again. For another operator, reloads the page.
 */
export async function tryToUncover(name: string): Promise<void> {
  const outcome = await readEntrance();
  if (!outcome.ok || outcome.value.operator === null) return;
  if (outcome.value.operator !== name) {
    location.reload();
    return;
  }
  touch();
  $isCovered.set(false);
}

/** Covers the screen when the desk was not used in any tab for `idleMs`. */
export function watchIdle(idleMs: number): () => void {
  touch();
  let toldAt = Date.now();
  const look = () => {
    if ($isCovered.get()) return;
    const now = Date.now();
    const touchedAt = readTouch(now);
    if (now - touchedAt >= idleMs) {
      coverDesk();
      void callDesk<typeof leaveDesk>("DELETE", "/session");
    } else if (now - toldAt >= TELL_EACH_MS && touchedAt > toldAt) {
      toldAt = now;
      void readMe();
    }
  };
  const timer = setInterval(look, LOOK_EACH_MS);
  const events = ["pointerdown", "keydown", "wheel", "touchmove"];
  for (const name of events) document.addEventListener(name, touch, { passive: true });
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    for (const name of events) document.removeEventListener(name, touch);
    document.removeEventListener("visibilitychange", look);
  };
}

function touch(): void {
  const now = Date.now();
  if (now - readTouch(0) < 1_000 || $isCovered.get()) return;
  // Without storage, other tabs do not get this time; the server still ends the session.
  local.keep(TOUCHED_AT, String(now));
}

function readTouch(fallback: number): number {
  return Number(local.read(TOUCHED_AT)) || fallback;
}
