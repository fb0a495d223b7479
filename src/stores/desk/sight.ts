import { atom } from "nanostores";
import type { getQueuedCard } from "../../../contract/desk/queue.ts";
import { callDesk } from "./call.ts";
import { linkPicture } from "./picture.ts";
import type { Thing } from "./queue.ts";

/** The sight that an operator has of the open thing: its picture, the number beside it, their ticks. */

export type PictureState =
  | { kind: "none" }
  | { kind: "loading" }
  | { kind: "open"; url: string; closesAt: number; cardNumber: string; isDrawn: boolean }
  | { kind: "closed" }
  | { kind: "lost" }
  | { kind: "gone"; message: string };
export const $picture = atom<PictureState>({ kind: "none" });

/** When the picture of the open thing had been looked at, UTC milliseconds; null before. */
export const $seenAt = atom<number | null>(null);

/** The lines of «شما ببینید» that the operator ticked. */
export const $ticked = atom<ReadonlySet<string>>(new Set());

/** As the shop counts it: a shorter look is none, and after an hour it has to be looked at again. */
export const LOOK_MS = 1_500;
const LOOK_LASTS_MS = 60 * 60_000;

export const hasSeen = (seenAt: number | null) =>
  seenAt !== null && Date.now() - seenAt < LOOK_LASTS_MS;

export function markSeen(): void {
  $seenAt.set(Date.now());
}

/** Counts what was asked for, so that a late answer is not shown beside another thing. */
let asked = 0;

/** Opens a picture, and beside it the whole number that papers name, until it closes. */
export async function openPicture(thing: Thing, uploadId: string): Promise<void> {
  const turn = ++asked;
  $picture.set({ kind: "loading" });
  const [link, card] = await Promise.all([linkPicture(uploadId), askCardNumber(thing)]);
  if (turn !== asked) return;
  $picture.set(
    link.ok
      ? {
          kind: "open",
          url: link.value.url,
          closesAt: Date.parse(link.value.expiresAt),
          cardNumber: card,
          isDrawn: false,
        }
      : link.code === "image_gone"
        ? { kind: "gone", message: link.message }
        : { kind: "lost" },
  );
}

async function askCardNumber({ kind, id }: Thing): Promise<string> {
  if (kind !== "identity" && kind !== "bank_card") return "";
  const outcome = await callDesk<typeof getQueuedCard>("GET", "/queue/:kind/:id/card", {
    params: { kind, id },
  });
  return outcome.ok ? outcome.value.cardNumber : "";
}

/** Its bytes came: now it can be looked at. */
export function drawPicture(): void {
  const picture = $picture.get();
  if (picture.kind === "open") $picture.set({ ...picture, isDrawn: true });
}

export function closePicture(): void {
  if ($picture.get().kind === "open") $picture.set({ kind: "closed" });
}

/** Its bytes did not come: it may be asked for again. */
export function losePicture(): void {
  $picture.set({ kind: "lost" });
}

/** Forgets picture and look, as another thing is opened. */
export function shutPicture(): void {
  asked += 1;
  $picture.set({ kind: "none" });
  $seenAt.set(null);
}

export function tick(item: string, isTicked: boolean): void {
  const next = new Set($ticked.get());
  if (isTicked) next.add(item);
  else next.delete(item);
  $ticked.set(next);
}
