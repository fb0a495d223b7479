import { atom, map } from "nanostores";
import type {
  QueuePane,
  getQueuePane,
  holdQueued,
  releaseQueued,
} from "../../../contract/desk/queue.ts";
import { callDesk } from "./call.ts";
import { linkPicture } from "./picture.ts";
import { $shown, type Thing, isListed, keyOf } from "./queue.ts";

/** The thing that is open: what is known about it, its picture, and in whose hand it is. */

export type { QueuePane };

/** Leafing with J passes many things; only where somebody stays is looked at. */
const STAY_MS = 200;
/** A hold lasts five minutes. */
const RENEW_MS = 2 * 60_000;

export const $chosen = atom<Thing | null>(null);

export type PaneState =
  { kind: "loading" } | { kind: "failed"; message: string } | { kind: "open"; pane: QueuePane };
export const $pane = atom<PaneState>({ kind: "loading" });
/** The colleague who has the open thing in hand; null while it is in one's own. */
export const $otherHand = atom<string | null>(null);

export type PictureState =
  | { kind: "none" }
  | { kind: "loading" }
  | { kind: "open"; url: string; closesAt: number }
  | { kind: "closed" }
  | { kind: "gone"; message: string };
export const $picture = atom<PictureState>({ kind: "none" });

/** Texts that were typed about each thing and not sent yet. */
export const $drafts = map<Record<string, string | undefined>>({});

let staying: ReturnType<typeof setTimeout> | undefined;
let renewing: ReturnType<typeof setInterval> | undefined;

/** Opens a thing and takes it in hand; null closes what is open. */
export function choose(thing: Thing | null): void {
  const before = $chosen.get();
  if (before && thing && keyOf(before) === keyOf(thing)) return;
  clearTimeout(staying);
  clearInterval(renewing);
  if (before) letGo(before);
  $chosen.set(thing);
  $pane.set({ kind: "loading" });
  $picture.set({ kind: "none" });
  $otherHand.set(null);
  if (thing === null) return;
  staying = setTimeout(() => {
    void open(thing);
  }, STAY_MS);
}

async function open(thing: Thing): Promise<void> {
  await loadPane(thing);
  const state = $pane.get();
  if (!isStill(thing) || state.kind !== "open" || !state.pane.isWaiting) return;
  await hold(thing);
  renewing = setInterval(() => {
    if (document.visibilityState === "visible") void hold(thing);
  }, RENEW_MS);
}

const isStill = (thing: Thing) => {
  const chosen = $chosen.get();
  return chosen !== null && keyOf(chosen) === keyOf(thing);
};

/** Pictures that are looked at as soon as a thing is opened: they have to be seen before a yes. */
const SEEN_FIRST = ["identity", "bank_card"];

/** Reads the open thing anew; what is drawn stays until the answer is there. */
export async function loadPane(thing: Thing): Promise<void> {
  const outcome = await callDesk<typeof getQueuePane>("GET", "/queue/:kind/:id", {
    params: thing,
    needs: ["pane"],
  });
  if (!isStill(thing)) return;
  if (!outcome.ok) {
    $pane.set({ kind: "failed", message: outcome.message });
    return;
  }
  const { pane } = outcome.value;
  $pane.set({ kind: "open", pane });
  if (!pane.isWaiting) $picture.set({ kind: "none" });
  else if (SEEN_FIRST.includes(pane.kind) && pane.uploadId && $picture.get().kind === "none")
    await openPicture(pane.uploadId);
}

/** Somebody else may have decided what is open. */
export async function checkOpen(): Promise<void> {
  const [thing, state] = [$chosen.get(), $pane.get()];
  if (thing && state.kind === "open" && state.pane.isWaiting && !isListed(thing))
    await loadPane(thing);
}

/** Takes the open thing in hand, or goes on holding it. */
export async function hold(thing: Thing, isTakingOver = false): Promise<void> {
  const outcome = await callDesk<typeof holdQueued>("PUT", "/queue/:kind/:id/hold", {
    params: thing,
    body: { isTakingOver },
  });
  if (!isStill(thing)) return;
  if (outcome.ok) $otherHand.set(null);
  else if (outcome.code === "held_by_other") $otherHand.set(outcome.details);
  else if (outcome.code === "decided") await loadPane(thing);
}

function letGo(thing: Thing): void {
  if ($otherHand.get() !== null) return;
  void callDesk<typeof releaseQueued>("DELETE", "/queue/:kind/:id/hold", {
    params: thing,
    isKeptAlive: true,
  });
}

export async function openPicture(uploadId: string): Promise<void> {
  const thing = $chosen.get();
  $picture.set({ kind: "loading" });
  const outcome = await linkPicture(uploadId);
  if (!thing || !isStill(thing)) return;
  $picture.set(
    outcome.ok
      ? { kind: "open", url: outcome.value.url, closesAt: Date.parse(outcome.value.expiresAt) }
      : { kind: "gone", message: outcome.message },
  );
}

export function closePicture(): void {
  if ($picture.get().kind === "open") $picture.set({ kind: "closed" });
}

/** Opens the next thing of the tab, or the one before; at the end nothing changes. */
export function step(by: 1 | -1): void {
  const rows = $shown.get();
  const chosen = $chosen.get();
  const at = chosen ? rows.findIndex((row) => keyOf(row) === keyOf(chosen)) : -1;
  const next = at === -1 ? rows[0] : rows[at + by];
  if (next) choose({ kind: next.kind, id: next.id });
}

/** The thing that comes after this one, or before it if it is the last. */
export function neighbourOf(thing: Thing): Thing | null {
  const rows = $shown.get();
  const at = rows.findIndex((row) => keyOf(row) === keyOf(thing));
  const next = rows[at + 1] ?? rows[at - 1];
  return next && keyOf(next) !== keyOf(thing) ? { kind: next.kind, id: next.id } : null;
}
