import { useState } from "react";
import { useSending } from "../../../parts/use-sending.ts";
import {
  askSupplier,
  closeTicket,
  isUndoable,
  reject,
  takeInHand,
  verify,
} from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { $picture, closePicture, openPicture } from "../../../stores/desk/open-thing.ts";
import { $typed } from "../../../stores/typed.ts";
import type { KeyedAct, Offered } from "../KeyedActs.tsx";
import { useKeys } from "../keys.ts";
import { labelsOf } from "./labels.ts";
import { reasonName } from "./use-money-decision.ts";
import { focusOpenBox } from "./must-see.ts";
import type { QueueRights } from "./rights.ts";
import { REPLY_ID } from "./Talk.tsx";
import { usePaneState } from "./use-pane-state.ts";

/** A decision that opens a dialog first. */
type DecisionDialog = "yes" | "no" | "aside" | "codes";

/**
 * Returns the acts of an operator on a thing, the reason why they are disabled, and their dialogs.
 */
export function usePaneActs(pane: QueuePane, way: QueueRights) {
  const { ask, ...asked } = useAsked(pane);
  const [isUnticked, setIsUnticked] = useState(false);
  const { send, isSending, problem } = useSending();
  const { hasSettled, disabledBecause, approvalBlockedBy, hasOpenBox } = usePaneState(pane);
  const isDisabled = isSending || disabledBecause !== "";
  const { yes, no } = labelsOf(pane);
  const { kind, supplyRef } = pane;
  const sayYes = async () => {
    if (approvalBlockedBy !== "") return;
    if (hasOpenBox) {
      focusOpenBox();
      setIsUnticked(true);
    } else if (kind === "ticket") closeTicket(pane);
    else if (kind === "delivery") ask("codes");
    else if (isUndoable(pane) && !pane.needsReason) verify(pane, "");
    else if (kind !== "withdrawal" || pane.isInHand) ask("yes");
    else if (await send(() => takeInHand(pane, true))) ask("yes");
  };
  // For a moment after a thing opens, presses do nothing, because they were meant for the previous
  // thing.
  const decision = (given: KeyedAct): KeyedAct => ({
    isDisabled,
    isEarly: !hasSettled,
    ...given,
    act: () => {
      if (hasSettled && !isDisabled) given.act();
    },
  });
  const verdicts: Offered = [
    decision({
      code: kind === "delivery" ? "KeyD" : "KeyY",
      label: yes,
      look: `${kind === "ticket" ? "button-quiet" : "button"} button-decide`,
      isDisabled: isDisabled || approvalBlockedBy !== "",
      isBusy: isSending,
      act: () => void sayYes(),
    }),
    no !== null &&
      decision({
        code: "KeyN",
        label: no,
        words: `${no}…`,
        look: "button-danger button-decide",
        act: () => {
          ask("no");
        },
      }),
  ];
  const reasons = pane.reasons.map((reason, at) =>
    decision({
      code: `Digit${String(at + 1)}`,
      label: reason,
      look: "button-quiet button-small",
      act: () => {
        if (isUndoable(pane)) reject(pane, reason);
        else ask("no", reason);
      },
    }),
  );
  const others: Offered = [
    supplyRef !== null &&
      decision({
        code: "KeyA",
        label: "دوباره از تأمین‌کننده بپرس",
        look: "button-quiet button-decide",
        act: () => void send(() => askSupplier(pane, supplyRef)),
      }),
    ...viewActs(pane, way),
    pane.isInHand && {
      label: "واریز نمی‌کنم",
      look: "button-quiet button-decide",
      act: () => void send(() => takeInHand(pane, false)),
    },
    decision({
      code: "KeyS",
      label: "کنار بگذار",
      look: "link pane-aside",
      act: () => {
        ask("aside");
      },
    }),
    kind === "ticket" && REPLY,
  ];
  useKeys("این کار", [...verdicts, ...reasons, ...others]);
  return {
    reasons,
    decisions: [...verdicts, ...others],
    problem,
    why: disabledBecause || approvalBlockedBy || (isUnticked && hasOpenBox ? UNTICKED : ""),
    ...asked,
  };
}

/** Holds which dialog of a decision is open. */
function useAsked(pane: QueuePane) {
  const [asked, setAsked] = useState<DecisionDialog>("yes");
  // `asked` keeps its value while the dialog fades out.
  const [isAsking, setIsAsking] = useState(false);
  return {
    ask: (kind: DecisionDialog, reason = "") => {
      setAsked(kind);
      if (reason !== "") $typed.setKey(reasonName(pane, "no"), reason);
      setIsAsking(true);
    },
    isAsked: (...kinds: DecisionDialog[]) => isAsking && kinds.includes(asked),
    isYes: asked !== "no",
    close: () => {
      setIsAsking(false);
    },
  };
}

const UNTICKED = "نخست هر چه را باید ببینید ببینید و نشان بزنید.";

/** Acts with a key only; their buttons are beside the picture and the person. */
const viewActs = ({ kind, id, person, uploadId }: QueuePane, way: QueueRights) => [
  uploadId !== null && {
    code: "KeyI",
    label: "تصویر",
    act: () => {
      if ($picture.get().kind === "open") closePicture();
      else void openPicture({ kind, id }, uploadId);
    },
  },
  person &&
    way.hasPeople && {
      code: "KeyO",
      label: "پروندهٔ شخص",
      act: () => {
        location.assign(`/desk/people/${person.id}`);
      },
    },
];

const REPLY: KeyedAct = {
  code: "KeyR",
  label: "پاسخ",
  act: () => {
    document.querySelector<HTMLElement>(`#${REPLY_ID}`)?.focus();
  },
};
