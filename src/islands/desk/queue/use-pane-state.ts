import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { $otherHand, type QueuePane, isDecidedByPicture } from "../../../stores/desk/queue-pane.ts";
import { $picture, $seenAt, $ticked, hasSeen } from "../../../stores/desk/open-thing.ts";
import { OWN_THING } from "../OwnAccountNotice.tsx";

/**
 * For this long after a thing is shown, presses are ignored, because they were meant for the
 * previous thing.
 */
const SETTLES_MS = 600;

/** False until the thing has been shown for `SETTLES_MS`. */
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

/** Returns why papers cannot be approved now, or "" when they can. */
function useWhyNoYes(pane: QueuePane): string {
  const picture = useStore($picture);
  const seenAt = useStore($seenAt);
  if (pane.approvalBlockedBy !== "") return pane.approvalBlockedBy;
  if (!isDecidedByPicture(pane)) return "";
  if (pane.uploadId === null || picture.kind === "gone") return "تصویر نیست؛ فقط رد می‌شود.";
  if (hasSeen(seenAt)) return "";
  if (picture.kind === "closed") return "تصویر را باز کنید و ببینید.";
  return picture.kind === "open" && picture.isDrawn
    ? "تصویر را یک لحظه ببینید."
    : "تصویر هنوز نیامده است.";
}

/** Says whether the open thing can be decided now, and if not, why. */
export function usePaneState(pane: QueuePane) {
  const otherHand = useStore($otherHand);
  const ticked = useStore($ticked);
  const hasSettled = useHasSettled();
  const approvalBlockedBy = useWhyNoYes(pane);
  // The reasons for which the shop would refuse a decision, shown before one is made.
  const disabledBecause =
    otherHand !== null && !pane.isInHand
      ? `${otherHand} این کار را در دست دارد؛ تا رها نشود تصمیم از آن اوست.`
      : pane.isOwn
        ? OWN_THING
        : pane.asked;
  return {
    hasSettled,
    disabledBecause,
    approvalBlockedBy,
    /** True while a box of «شما ببینید» is not ticked. */
    hasOpenBox: pane.mustTick.some((item) => !ticked.has(item)),
  };
}
