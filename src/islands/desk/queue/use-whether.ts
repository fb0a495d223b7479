import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { type QueuePane, isSeenFirst } from "../../../stores/desk/queue-pane.ts";
import { $picture, $seenAt, hasSeen } from "../../../stores/desk/sight.ts";

/** Nobody has read what was shown a moment ago: until then a press was meant for what stood here before. */
const SETTLES_MS = 600;

/** False until what uses it has been shown long enough to be decided about. */
export function useHasSettled(): boolean {
  const [hasSettled, setHasSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setHasSettled(true);
    }, SETTLES_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return hasSettled;
}

/** Says why papers cannot be approved yet, or at all; empty when nothing stands against it. */
export function useWhyNoYes(pane: QueuePane): string {
  const picture = useStore($picture);
  const seenAt = useStore($seenAt);
  if (!isSeenFirst(pane)) return "";
  if (pane.uploadId === null || picture.kind === "gone") return "تصویر نیست؛ فقط رد می‌شود.";
  if (hasSeen(seenAt)) return "";
  if (picture.kind === "closed") return "تصویر را باز کنید و ببینید.";
  return picture.kind === "open" && picture.isDrawn
    ? "تصویر را یک لحظه ببینید."
    : "تصویر هنوز نیامده است.";
}
