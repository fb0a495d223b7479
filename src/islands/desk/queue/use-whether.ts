import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { $otherHand, type QueuePane, isSeenFirst } from "../../../stores/desk/queue-pane.ts";
import { $picture, $seenAt, $ticked, hasSeen } from "../../../stores/desk/sight.ts";
import { OWN_THING } from "../OwnThing.tsx";

/** Nobody has read what was shown a moment ago: until then a press was meant for what stood here before. */
const SETTLES_MS = 600;

/** False until what uses it has been shown long enough to be decided about. */
function useHasSettled(): boolean {
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
function useWhyNoYes(pane: QueuePane): string {
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

/** Says whether the open thing can be decided now, and if not, why. */
export function useWhether(pane: QueuePane) {
  const otherHand = useStore($otherHand);
  const ticked = useStore($ticked);
  const hasSettled = useHasSettled();
  const whyNoYes = useWhyNoYes(pane);
  // Said before anything is pressed: the shop would refuse it.
  const whyShut =
    otherHand !== null && !pane.isInHand
      ? `${otherHand} این کار را در دست دارد؛ تا رها نشود تصمیم از آن اوست.`
      : pane.isOwn
        ? OWN_THING
        : pane.asked;
  return {
    hasSettled,
    whyShut,
    whyNoYes,
    /** True while a box of «شما ببینید» is open. */
    hasOpenBox: pane.mustSee.some((item) => !ticked.has(item)),
  };
}
