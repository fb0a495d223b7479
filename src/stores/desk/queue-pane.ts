import { atom, map } from "nanostores";
import type {
  QueuePane,
  getQueuePane,
  holdQueued,
  releaseQueued,
} from "../../../contract/desk/queue.ts";
import { callDesk } from "./call.ts";
import { $me, $queue, $shown, type QueueItem, findListed, keyOf } from "./queue.ts";
import { $picture, $ticked, openPicture, shutPicture } from "./open-thing.ts";

/** The open thing: its data, its picture, and the operator who has it in hand. */

export type { QueuePane };

/** The key J can pass many things quickly; only one that stays open for this long is loaded. */
const STAY_MS = 200;
/** The interval after which the hold is renewed, before it ends after five minutes. */
const RENEW_MS = 2 * 60_000;

export const $chosen = atom<QueueItem | null>(null);

export type PaneState =
  { kind: "loading" } | { kind: "failed"; message: string } | { kind: "open"; pane: QueuePane };
export const $pane = atom<PaneState>({ kind: "loading" });
/** The colleague who has the open thing in hand; null when the operator has it. */
export const $otherHand = atom<string | null>(null);

/** Texts that were typed about each thing and not sent yet. */
export const $drafts = map<Record<string, string | undefined>>({});

/** True when the key for an answer was pressed before the ticket was loaded. */
export const $awaitsReply = atom(false);

let staying: ReturnType<typeof setTimeout> | undefined;
let renewing: ReturnType<typeof setInterval> | undefined;

/**
 * Opens a thing and takes it in hand; null closes the open one. A thing that was just decided stays
 * in hand until the decision is sent.
 */
export function choose(thing: QueueItem | null, { isDecided = false } = {}): void {
  const before = $chosen.get();
  if (before && thing && keyOf(before) === keyOf(thing)) return;
  clearTimeout(staying);
  clearInterval(renewing);
  if (before && !isDecided && $otherHand.get() === null) releaseThing(before);
  $chosen.set(thing);
  $pane.set({ kind: "loading" });
  shutPicture();
  $ticked.set(new Set());
  $otherHand.set(null);
  $awaitsReply.set(false);
  if (thing === null) return;
  staying = setTimeout(() => {
    void open(thing);
  }, STAY_MS);
}

async function open(thing: QueueItem): Promise<void> {
  await loadPane(thing);
  const state = $pane.get();
  if (!isStill(thing) || state.kind !== "open" || !state.pane.isWaiting) return;
  await hold(thing);
  renewing = setInterval(() => {
    if (document.visibilityState === "visible") void hold(thing);
  }, RENEW_MS);
}

const isStill = (thing: QueueItem) => {
  const chosen = $chosen.get();
  return chosen !== null && keyOf(chosen) === keyOf(thing);
};

/** Loads the open thing again. The screen does not change until the answer has arrived. */
export async function loadPane(thing: QueueItem): Promise<void> {
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
  if (isOthers(pane.heldBy)) $otherHand.set(pane.heldBy);
  if (!pane.isWaiting) shutPicture();
  else if (isDecidedByPicture(pane) && pane.uploadId && $picture.get().kind === "none")
    await openPicture(thing, pane.uploadId);
}

const isOthers = (heldBy: string | null) => heldBy !== null && heldBy !== $me.get();

/** True for things that are decided by what their picture shows. */
export const isDecidedByPicture = ({ kind }: Pick<QueueItem, "kind">) =>
  kind === "identity" || kind === "bank_card";

/** Checks whether somebody else has decided the open thing, taken it in hand, or put it back. */
export async function checkOpen(): Promise<void> {
  const [thing, state] = [$chosen.get(), $pane.get()];
  if (!thing || state.kind !== "open" || !state.pane.isWaiting) return;
  const row = findListed(thing);
  if (!row) await loadPane(thing);
  else if (isOthers(row.heldBy)) $otherHand.set(row.heldBy);
  else if ($otherHand.get() !== null) await hold(thing);
}

/** Takes the open thing in hand, or renews the hold. */
export async function hold(thing: QueueItem, isTakingOver = false): Promise<void> {
  const outcome = await callDesk<typeof holdQueued>("PUT", "/queue/:kind/:id/hold", {
    params: thing,
    body: { isTakingOver },
  });
  if (!isStill(thing)) return;
  if (outcome.ok) $otherHand.set(null);
  else if (outcome.code === "held_by_other") $otherHand.set(outcome.details);
  else if (outcome.code === "decided") await loadPane(thing);
}

export function releaseThing(thing: QueueItem): void {
  void callDesk<typeof releaseQueued>("DELETE", "/queue/:kind/:id/hold", {
    params: thing,
    isKeptAlive: true,
  });
}

/**
 * After this time, a list that arrives opens nothing: the operator may want something else by then.
 */
const AWAITED_MS = 10_000;
let awaitedSince = 0;

/** Opens the first thing of a list that is still being loaded, as soon as it has arrived. */
function awaitFirst(): void {
  const isWaiting = awaitedSince > 0;
  awaitedSince = Date.now();
  if (isWaiting) return;
  const stop = $shown.listen(() => {
    stop();
    if (Date.now() - awaitedSince < AWAITED_MS && $chosen.get() === null) step(1);
    awaitedSince = 0;
  });
}

/**
 * Opens the next thing of the tab, or the one before; at the end nothing changes. Before the list
 * is loaded, a step to the next thing waits for the list and opens its first thing.
 */
export function step(by: 1 | -1): void {
  if ($queue.get() === null) {
    if (by === 1) awaitFirst();
    return;
  }
  const rows = $shown.get();
  const chosen = $chosen.get();
  const at = chosen ? rows.findIndex((row) => keyOf(row) === keyOf(chosen)) : -1;
  const next = at === -1 ? rows[0] : rows[at + by];
  if (next) choose({ kind: next.kind, id: next.id });
}

/** Returns the thing after this one, or the thing before it if it is the last. */
export function neighbourOf(thing: QueueItem): QueueItem | null {
  const rows = $shown.get();
  const at = rows.findIndex((row) => keyOf(row) === keyOf(thing));
  const next = rows[at + 1] ?? rows[at - 1];
  return next && keyOf(next) !== keyOf(thing) ? { kind: next.kind, id: next.id } : null;
}
