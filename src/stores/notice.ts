import { atom } from "nanostores";
import { isObject, leaveRecord, parseStored, takeRecord } from "./record.ts";

export interface Notice {
  kind: "success" | "error" | "info";
  text: string;
  durationMs: number;
  /** Undoes the change that the notice is about, when the user asks for it. */
  undo?: () => void;
}

/** Toasts stay for five seconds; those of cart, payment and sign-in for three. Section 11.2. */
const ACCOUNT_DURATION_MS = 5_000;
export const SHOP_DURATION_MS = 3_000;
/** Long enough to notice a mistake and to reach the button that undoes it. */
const UNDO_DURATION_MS = 8_000;

const RECORD = "notice";

/** Notices that wait to be drawn. */
export const $notices = atom<readonly Notice[]>([]);

/** Shows a toast. */
export function notify(
  kind: Notice["kind"],
  text: string,
  durationMs: number = ACCOUNT_DURATION_MS,
): void {
  $notices.set([...$notices.get(), { kind, text, durationMs }]);
}

/** Shows a toast with a button that undoes the change. */
export function notifyUndoable(text: string, undo: () => void): void {
  const notice: Notice = { kind: "success", text, durationMs: UNDO_DURATION_MS, undo };
  $notices.set([...$notices.get(), notice]);
}

/** Shows a toast on the next page. */
export function notifyNext(kind: Notice["kind"], text: string): void {
  const notice = { kind, text, durationMs: ACCOUNT_DURATION_MS };
  if (!leaveRecord(RECORD, notice)) writeCookie(encodeURIComponent(JSON.stringify(notice)), 60);
}

/** Shows the toast that the previous page left. */
export function takeNotice(): void {
  const notice = takeRecord(RECORD, isNotice) ?? takeFromCookie();
  if (notice) notify(notice.kind, notice.text, notice.durationMs);
}

/**
 * Takes the notice from a cookie, for browsers without storage: they accept cookies if they have a
 * session. The URL could contain the notice too, but then anybody could write a false notice into a
 * link.
 */
function takeFromCookie(): Notice | null {
  const cookie = document.cookie.split("; ").find((one) => one.startsWith(`${RECORD}=`));
  if (cookie === undefined) return null;
  writeCookie("", 0);
  const notice = parseStored(decodeURIComponent(cookie.slice(RECORD.length + 1)));
  return isNotice(notice) ? notice : null;
}

function writeCookie(value: string, seconds: number): void {
  document.cookie = `${RECORD}=${value}; Path=/; Max-Age=${String(seconds)}; SameSite=Strict`;
}

function isNotice(value: unknown): value is Notice {
  return (
    isObject(value) &&
    (value["kind"] === "success" || value["kind"] === "error" || value["kind"] === "info") &&
    typeof value["text"] === "string" &&
    typeof value["durationMs"] === "number"
  );
}
