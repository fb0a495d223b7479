import { atom, computed } from "nanostores";
import type { QueueKind, QueueRow, listQueue } from "../../../contract/desk/queue.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { hearProposal } from "../../../contract/desk/proposal.ts";
import { callDesk } from "./call.ts";
import { $waiting } from "./waiting.ts";

/** The queue as this operator reads it: nothing jumps while somebody looks at it. */

/** How often the list is asked for while somebody sees the page. */
const POLL_MS = 10_000;

export type { QueueRow };
export type Thing = Pick<QueueRow, "kind" | "id">;
export const keyOf = ({ kind, id }: Thing) => `${kind}:${id}`;

/** The operator who looks at the queue. */
export const $me = atom("");

/** The rows as they were drawn last; null before the first answer. */
const $rows = atom<readonly QueueRow[] | null>(null);
/** The rows of the newest answer; those that are not drawn yet wait behind a button. */
const $newest = atom<readonly QueueRow[]>([]);
/** Decided here and not yet sent, or just sent: gone from the screen at once. */
const $gone = atom<ReadonlySet<string>>(new Set());

export const $isMore = atom(false);
export const $decidedToday = atom(0);
/** How second persons decided what this operator asked of them. */
export const $answered = atom<AnswerOf<typeof listQueue>["answered"]>([]);
/** When the list was last known to be true, UTC milliseconds; and whether the last try failed. */
export const $heard = atom<{ at: number; isStale: boolean }>({ at: 0, isStale: false });

/** The things that are drawn: those of `$rows` that still wait, as the newest answer knows them. */
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

/** Asks for the queue; a first answer, and one into an empty list, is drawn at once. */
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
  // Things that the shop no longer lists were sent and heard.
  $gone.set(new Set([...$gone.get()].filter((key) => waiting.has(key))));
  $newest.set(rows);
  $isMore.set(isMore);
  $decidedToday.set(decidedToday);
  $waiting.setKey("/desk", rows.filter(({ aside }) => aside === null).length);
  if (($queue.get() ?? []).length === 0) showNew();
}

/** Says that the outcomes were heard, which then are told no more. */
export async function hearAnswers(): Promise<void> {
  const heard = $answered.get();
  $answered.set([]);
  for (const { id } of heard)
    await callDesk<typeof hearProposal>("PUT", "/proposals/:id/heard", { params: { id } });
  await loadQueue();
}

/** Draws what is new. */
export function showNew(): void {
  $rows.set($newest.get());
}

/** Asks every ten seconds while this operator sees the page. Returns what ends it. */
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

/** Takes a thing off the screen. */
export function hide(thing: Thing): void {
  $gone.set(new Set([...$gone.get(), keyOf(thing)]));
}

/** Puts it back. */
export function unhide(thing: Thing): void {
  $gone.set(new Set([...$gone.get()].filter((key) => key !== keyOf(thing))));
}

/** Finds a thing in the newest answer, drawn or not. */
export function findListed(thing: Thing): QueueRow | undefined {
  return $newest.get().find((row) => keyOf(row) === keyOf(thing));
}

/** The tabs, and the kinds behind each. */
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

export function isInTab({ kind }: Pick<Thing, "kind">, tab: Tab): boolean {
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
