import { atom } from "nanostores";
import type {
  callGiftBack,
  getGifts,
  giveCode as giveCall,
  GivenGift,
  Occasion,
  resumeGift as resumeCall,
} from "../../contract/gift.ts";
import { startOfDay, tehranDay } from "../../persian/calendar.ts";
import { formatWeekday } from "../../persian/dates.ts";
import { parsePhone } from "../../persian/identifiers.ts";
import type { RequestOf } from "../../contract/request.ts";
import { call, loadedOf } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { type Messages, messagesOf } from "./messages.ts";
import { notify } from "./notice.ts";
import { loadOrder } from "./order.ts";

/** The gifts made from codes of the order on the screen. */
export const $gifts = atom<Loaded<readonly GivenGift[]>>({ state: "loading" });

/** The id of the code that is being given. It stays while the form closes. */
export const $giving = atom<{ codeId: string; isOpen: boolean }>({ codeId: "", isOpen: false });

/** Opens the form that gives a code. */
export function beginToGive(codeId: string): void {
  $giving.set({ codeId, isOpen: true });
}

export function endGiving(): void {
  $giving.set({ ...$giving.get(), isOpen: false });
}

export async function loadGifts(orderId: string): Promise<void> {
  const outcome = await call<typeof getGifts>("GET", "/gifts", {
    query: { orderId },
    needs: ["gifts"],
  });
  $gifts.set(loadedOf(outcome, ({ gifts }) => gifts));
}

/** Gives a code, then shows the order anew. Returns the sentences of a refusal. */
export async function giveCode(
  orderId: string,
  gift: RequestOf<typeof giveCall>["body"],
): Promise<Messages> {
  const outcome = await call<typeof giveCall>("POST", "/gifts", { body: gift, needs: ["gift"] });
  // Loads after a refusal too: the answer of an earlier try may have been lost, so the code may
  // already be given.
  await Promise.all([loadGifts(orderId), loadOrder(orderId)]);
  return outcome.ok ? {} : messagesOf(outcome);
}

/** Calls a gift back. Returns the sentence of a refusal, else "". */
export async function callBack(orderId: string, giftId: string): Promise<string> {
  const outcome = await call<typeof callGiftBack>("POST", "/gifts/:giftId/call-back", {
    params: { giftId },
  });
  await Promise.all([loadGifts(orderId), loadOrder(orderId)]);
  return outcome.ok ? "" : outcome.message;
}

export async function resumeGift(orderId: string, giftId: string): Promise<void> {
  const outcome = await call<typeof resumeCall>("POST", "/gifts/:giftId/resume", {
    params: { giftId },
  });
  if (outcome.ok) notify("success", "هدیه دوباره به راه افتاد.");
  else notify("error", outcome.message);
  await loadGifts(orderId);
}

export const OCCASION_LABELS: Record<Occasion, string> = {
  yalda: "یلدا",
  nowruz: "نوروز",
  birthday: "تولد",
  thanks: "سپاس",
  none: "ساده",
};

/** Returns the sentence for a wrong phone, else "". */
export function checkPhone(value: string): string {
  return parsePhone(value) === null ? "شمارهٔ موبایل گیرنده را وارد کنید." : "";
}

const HOUR_MS = 3_600_000;

/** Returns the time of an hour in Tehran, `daysAhead` days after `now` (UTC milliseconds). */
export function tehranHour(now: number, daysAhead: number, hour: number): number {
  return startOfDay(tehranDay(now) + daysAhead) + hour * HOUR_MS;
}

export interface Hour {
  name: string;
  label: string;
  /** UTC milliseconds; null for at once. */
  at: number | null;
}

/** The day of an occasion and the hour at which its gifts are opened. */
const OCCASION_DAYS: Partial<Record<Occasion, { day: string; label: string; hour: number }>> = {
  yalda: { day: "۳۰ آذر", label: "شب یلدا، ۲۰:۰۰", hour: 20 },
  nowruz: { day: "۱ فروردین", label: "نوروز، ۹:۰۰", hour: 9 },
};

/** Returns the hours that are offered for a gift made at `now`, at most `daysMax` ahead. */
export function hoursFor(occasion: Occasion, now: number, daysMax: number): Hour[] {
  const evening = tehranHour(now, 0, 20);
  const isLate = evening <= now + HOUR_MS / 2;
  const known = OCCASION_DAYS[occasion];
  const days = Array.from({ length: daysMax }, (_, ahead) => ahead);
  const ahead = days.find((day) =>
    known ? formatWeekday(tehranHour(now, day, 12)).endsWith(`، ${known.day}`) : false,
  );
  const at = known && ahead !== undefined ? tehranHour(now, ahead, known.hour) : null;
  return [
    { name: "now", label: "همین حالا", at: null },
    ...(known && at !== null && at > now ? [{ name: "occasion", label: known.label, at }] : []),
    isLate
      ? { name: "evening", label: "فردا ۲۰:۰۰", at: tehranHour(now, 1, 20) }
      : { name: "evening", label: "امشب ۲۰:۰۰", at: evening },
    { name: "morning", label: "فردا ۹:۰۰", at: tehranHour(now, 1, 9) },
  ];
}
