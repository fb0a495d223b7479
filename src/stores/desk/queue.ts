import { atom, computed } from "nanostores";
import type { QueueKind, QueueRow, listQueue } from "../../../contract/desk/queue.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { hearProposal } from "../../../contract/desk/proposal.ts";
import { callDesk } from "./call.ts";
import { $waiting } from "./waiting.ts";

/** The queue as this operator sees it. New rows are not inserted while somebody reads. */

/** The list is loaded this often while the page is visible. */
const POLL_MS = 10_000;

export type { QueueRow };
export type QueueItem = Pick<QueueRow, "kind" | "id">;
export const keyOf = ({ kind, id }: QueueItem) => `${kind}:${id}`;

/** The operator who looks at the queue. */
export const $me = atom("");

/** The rows of the last drawn list; null before the first answer. */
const $rows = atom<readonly QueueRow[] | null>(null);
/** The rows of the newest answer. A button shows the new ones among them. */
const $newest = atom<readonly QueueRow[]>([]);
/** Things decided in this browser, whose decision is not sent or was just sent: hidden at once. */
const $gone = atom<ReadonlySet<string>>(new Set());

export const $isMore = atom(false);
export const $decidedToday = atom(0);
/** The decisions of second persons about this operator's proposals. */
export const $answered = atom<AnswerOf<typeof listQueue>["answered"]>([]);
/** When the list was last up to date (UTC ms), and whether the last refresh failed. */
export const $heard = atom<{ at: number; isStale: boolean }>({ at: 0, isStale: false });

/** The visible things: those of `$rows` that still wait, with the data of the newest answer. */
export const $queue = computed([$rows, $newest, $gone], (rows, newest, gone) => {
  if (rows === null) return null;
  const known = new Map(newest.map((row) => [keyOf(row), row]));
  return rows
    .map((row) => known.get(keyOf(row)))
    .filter((row) => row !== undefined)
    .filter((row) => !gone.has(keyOf(row)));
});

/** The number of new things that wait to be drawn. */
export const $newCount = computed([$rows, $newest, $gone], (rows, newest, gone) => {
  const drawn = new Set(rows?.map(keyOf));
  return newest.filter((row) => !drawn.has(keyOf(row)) && !gone.has(keyOf(row))).length;
});

const tag = { value: "" };

/** Loads the queue. Draws it at once if it is the first answer or the shown list is empty. */
export async function loadQueue({ isPoll = false } = {}): Promise<void> {
  const outcome = await callDesk<typeof listQueue>("GET", "/queue", {
    needs: ["rows"],
    isPoll,
    tag,
  });
  if (!outcome.ok && outcome.code === "covered") return;
  if (!outcome.ok && outcome.code !== "unchanged") {
    $heard.set({ ...$heard.get(), isStale: true });
    return;
  }
  $heard.set({ at: Date.now(), isStale: false });
  if (!outcome.ok) return;
  const { rows, isMore, decidedToday, answered } = outcome.value;
  $answered.set(answered);
  const waiting = new Set(rows.map(keyOf));
  // A hidden thing that the shop no longer lists is decided, and need not be hidden any more.
  $gone.set(new Set([...$gone.get()].filter((key) => waiting.has(key))));
  $newest.set(rows);
  $isMore.set(isMore);
  $decidedToday.set(decidedToday);
  $waiting.setKey("/desk", rows.filter(({ aside }) => aside === null).length);
  if (($queue.get() ?? []).length === 0) showNew();
}

/** Tells the shop that the operator has read these decisions, so that they are not shown again. */
export async function hearAnswers(): Promise<void> {
  const heard = $answered.get();
  $answered.set([]);
  for (const { id } of heard)
    await callDesk<typeof hearProposal>("PUT", "/proposals/:id/heard", { params: { id } });
  await loadQueue();
}

/** Shows the new rows. */
export function showNew(): void {
  $rows.set($newest.get());
}

/**
 * Loads the queue every ten seconds while the page is visible. Returns a function that stops this.
 */
export function watchQueue(me: string): () => void {
  $me.set(me);
  void loadQueue();
  const ask = () => {
    if (document.visibilityState === "visible") void loadQueue({ isPoll: true });
  };
  const timer = setInterval(ask, POLL_MS);
  document.addEventListener("visibilitychange", ask);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
  };
}

/** Hides a thing. */
export function hide(thing: QueueItem): void {
  $gone.set(new Set([...$gone.get(), keyOf(thing)]));
}

/** Shows a hidden thing again. */
export function unhide(thing: QueueItem): void {
  $gone.set(new Set([...$gone.get()].filter((key) => key !== keyOf(thing))));
}

/** Finds a thing in the newest answer, drawn or not. */
export function findListed(thing: QueueItem): QueueRow | undefined {
  return $newest.get().find((row) => keyOf(row) === keyOf(thing));
}

/** The tabs, and the kinds of things that each one shows. */
export const TABS = {
  all: { label: "همه", kinds: null },
  papers: { label: "مدارک", kinds: ["identity", "bank_card", "name_request"] },
  money: {
    label: "پول",
    kinds: ["withdrawal", "payment", "refund", "earning", "stray_payment", "proposal"],
  },
  delivery: { label: "تحویل", kinds: ["delivery", "look"] },
  ticket: { label: "تیکت", kinds: ["ticket"] },
} as const satisfies Record<string, { label: string; kinds: readonly QueueKind[] | null }>;
export type Tab = keyof typeof TABS;
export const $tab = atom<Tab>("all");

export function isInTab({ kind }: Pick<QueueItem, "kind">, tab: Tab): boolean {
  const kinds: readonly QueueKind[] | null = TABS[tab].kinds;
  return kinds === null || kinds.includes(kind);
}

/** The things of the open tab, in their order. */
export const $shown = computed([$queue, $tab], (queue, tab) =>
  (queue ?? []).filter((row) => isInTab(row, tab)),
);

export const KIND_NAMES: Record<QueueKind, string> = {
  identity: "هویت",
  bank_card: "کارت بانکی",
  name_request: "تغییر نام",
  delivery: "تحویل دستی",
  ticket: "تیکت",
  withdrawal: "برداشت",
  payment: "بررسی پرداخت",
  refund: "بررسی بازپرداخت",
  look: "سفارش نگه‌داشته",
  earning: "درآمد معرف",
  stray_payment: "پول بی‌صاحب",
  proposal: "تأیید نفر دوم",
};
