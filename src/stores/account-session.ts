import { atom } from "nanostores";
import type { AccountEvent, getAccountEvents } from "../../contract/account-event.ts";
import type { endSession as endCall, getSessions, Session } from "../../contract/session.ts";
import { call, loadedOf } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { notify } from "./notice.ts";

export const $sessions = atom<Loaded<readonly Session[]>>({ state: "loading" });

export interface Events {
  events: readonly AccountEvent[];
  nextCursor: string | null;
}
export const $events = atom<Loaded<Events>>({ state: "loading" });

export async function loadSessions(): Promise<void> {
  if ($sessions.get().state === "failed") $sessions.set({ state: "loading" });
  const outcome = await call<typeof getSessions>("GET", "/sessions", { needs: ["sessions"] });
  $sessions.set(loadedOf(outcome, ({ sessions }) => sessions));
}

/** Ends a session. Returns the sentence of a refusal, else "". */
export async function endSession(sessionId: string): Promise<string> {
  const outcome = await call<typeof endCall>("DELETE", "/sessions/:sessionId", {
    params: { sessionId },
  });
  // A session that is not found was already ended elsewhere.
  if (!outcome.ok && outcome.status !== 404) return outcome.message;
  await loadSessions();
  return "";
}

export async function loadEvents(limit: number): Promise<void> {
  if ($events.get().state === "failed") $events.set({ state: "loading" });
  const outcome = await call<typeof getAccountEvents>("GET", "/account-events", {
    query: { limit },
    needs: ["events"],
  });
  $events.set(loadedOf(outcome));
}

/** Loads the next page of events. Returns true when it had any. */
export async function loadMoreEvents(limit: number): Promise<boolean> {
  const before = $events.get();
  if (before.state !== "ready" || before.value.nextCursor === null) return false;
  const query = { limit, cursor: before.value.nextCursor };
  const outcome = await call<typeof getAccountEvents>("GET", "/account-events", { query });
  if (!outcome.ok) {
    notify("error", outcome.message);
    return false;
  }
  const { events, nextCursor } = outcome.value;
  $events.set({
    state: "ready",
    value: { events: [...before.value.events, ...events], nextCursor },
  });
  return events.length > 0;
}
