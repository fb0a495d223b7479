import { atom } from "nanostores";
import { isObject, leaveRecord, takeRecord } from "./record.ts";

export interface Notice {
  kind: "success" | "error" | "info";
  text: string;
  durationMs: number;
}

/** Section 11.5: five seconds, three in the flows of the shop. */
const ACCOUNT_DURATION_MS = 5_000;
export const SHOP_DURATION_MS = 3_000;

const RECORD = "notice";

/** Notices that nobody has drawn yet. */
export const $notices = atom<readonly Notice[]>([]);

/** Tells the person something in passing. */
export function notify(
  kind: Notice["kind"],
  text: string,
  durationMs: number = ACCOUNT_DURATION_MS,
): void {
  $notices.set([...$notices.get(), { kind, text, durationMs }]);
}

/** Tells it on the page that comes next. */
export function notifyNext(kind: Notice["kind"], text: string): void {
  leaveRecord(RECORD, { kind, text, durationMs: ACCOUNT_DURATION_MS });
}

/** Shows what the page before this one had to say. */
export function takeNotice(): void {
  const notice = takeRecord(RECORD, isNotice);
  if (notice) notify(notice.kind, notice.text, notice.durationMs);
}

function isNotice(value: unknown): value is Notice {
  return (
    isObject(value) &&
    (value["kind"] === "success" || value["kind"] === "error" || value["kind"] === "info") &&
    typeof value["text"] === "string" &&
    typeof value["durationMs"] === "number"
  );
}
