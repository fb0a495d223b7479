import { atom } from "nanostores";
import type { getQueuedCard } from "../../../contract/desk/queue.ts";
import { callDesk } from "./call.ts";
import { linkPicture } from "./picture.ts";
import type { QueueItem } from "./queue.ts";

/**
 * The operator's view of the open thing: its picture, the card number beside it, and the ticked
 * lines.
 */

export type PictureState =
  | { kind: "none" }
  | { kind: "loading" }
  | { kind: "open"; url: string; closesAt: number; cardNumber: string; isDrawn: boolean }
  | { kind: "closed" }
  | { kind: "lost" }
  | { kind: "gone"; message: string };
export const $picture = atom<PictureState>({ kind: "none" });

/** The time from which the open thing's picture counts as viewed (UTC ms); null before. */
export const $seenAt = atom<number | null>(null);

/** The lines of «شما ببینید» that the operator ticked. */
export const $ticked = atom<ReadonlySet<string>>(new Set());

/**
 * The rules of the shop: a shorter view does not count, and after an hour the picture has to be
 * viewed again.
 */
export const LOOK_MS = 1_500;
const LOOK_LASTS_MS = 60 * 60_000;

export const hasSeen = (seenAt: number | null) =>
  seenAt !== null && Date.now() - seenAt < LOOK_LASTS_MS;

export function markSeen(): void {
  $seenAt.set(Date.now());
}

/** Counts the requests, so that a late answer is not shown beside another thing. */
let asked = 0;

/** Opens a picture, and shows the whole card number beside it until it closes. */
export async function openPicture(thing: QueueItem, uploadId: string): Promise<void> {
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

async function askCardNumber({ kind, id }: QueueItem): Promise<string> {
  if (kind !== "identity" && kind !== "bank_card") return "";
  const outcome = await callDesk<typeof getQueuedCard>("GET", "/queue/:kind/:id/card", {
    params: { kind, id },
  });
  return outcome.ok ? outcome.value.cardNumber : "";
}

/** Notes that the picture is loaded and can be viewed. */
export function drawPicture(): void {
  const picture = $picture.get();
  if (picture.kind === "open") $picture.set({ ...picture, isDrawn: true });
}

export function closePicture(): void {
  if ($picture.get().kind === "open") $picture.set({ kind: "closed" });
}

/** Notes that the picture failed to load and can be requested again. */
export function losePicture(): void {
  $picture.set({ kind: "lost" });
}

/** Forgets the picture and its view when another thing is opened. */
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
