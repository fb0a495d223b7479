import { useState } from "react";
import type { findPerson } from "../../../../contract/desk/user.ts";
import type { AnswerOf } from "../../../../contract/request.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { adopt, decideMoney, findPayer, pay } from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { type QueueItem, keyOf } from "../../../stores/desk/queue.ts";
import { isReason } from "./ReasonDialog.tsx";

export type Payer = AnswerOf<typeof findPerson>["person"];

const FIELDS = ["reference", "phone", "reason"];

/** The storage name of the reason of a decision. A prepared reason is stored under it too. */
export const reasonName = (thing: QueueItem, way: "yes" | "no") => `reason:${keyOf(thing)} ${way}`;

/**
 * Holds the fields of a decision about money, and sends it. The typed text stays when the shop
 * refuses it.
 */
export function useMoneyDecision(pane: QueuePane, isYes: boolean, onClose: () => void) {
  const [reference, setReference] = useTyped<string>(`reference:${keyOf(pane)}`, "");
  const [phone, setPhone] = useTyped<string>(`payer:${keyOf(pane)}`, "");
  const [payer, setPayer] = useState<Payer | null>(null);
  // Each decision has its own reason, so that a text typed for a no is not offered for a yes.
  const reasons = {
    yes: useTyped<string>(reasonName(pane, "yes"), ""),
    no: useTyped<string>(reasonName(pane, "no"), ""),
  };
  const [reason, setReason] = reasons[isYes ? "yes" : "no"];
  const { formOf, messageOf, say, refuse, problem, isSending, send } = useSending(FIELDS);
  const { kind } = pane;
  const isPayout = kind === "withdrawal" && isYes;
  const isNameless = kind === "stray_payment" && payer === null;
  const needsReason =
    kind !== "stray_payment" && kind !== "proposal" && (!isYes || pane.needsReason);

  /** Looks up the payer, whose name is shown before the money is sent. */
  const findOut = async () => {
    const found = await findPayer(phone);
    if (found.ok) setPayer(found.value.person);
    return found;
  };

  async function decide(): Promise<string> {
    if (isPayout) return pay(pane, reference.trim(), pane.needsReason ? reason.trim() : "");
    if (kind === "stray_payment") return payer ? adopt(pane, payer.id) : "";
    return decideMoney(pane, isYes, reason.trim());
  }
  // Clears texts and errors. If the operator wants to keep the text, the dialog has already stored
  // a copy.
  const close = () => {
    setReference("");
    setPhone("");
    setPayer(null);
    setReason("");
    refuse({});
    onClose();
  };
  const confirm = async () => {
    const hasReference = !isPayout || reference.trim() !== "";
    const hasReason = !needsReason || isReason(reason);
    if (!hasReference || !hasReason)
      refuse({
        reference: hasReference ? "" : "لطفاً شمارهٔ پیگیری بانک را وارد کنید.",
        reason: hasReason ? "" : "لطفاً دلیل را بنویسید.",
      });
    else if (await send(decide)) close();
  };
  return {
    payer,
    isPayout,
    isNameless,
    needsReason,
    confirm,
    form: formOf(() => (isNameless ? send(findOut) : confirm())),
    isBusy: isSending,
    problem,
    close,
    /** The props of each field. */
    reference: { value: reference, message: messageOf("reference"), onChange: setReference },
    phone: {
      value: phone,
      message: messageOf("phone"),
      onChange: (typed: string) => {
        setPhone(typed);
        setPayer(null);
      },
    },
    reason: {
      reason,
      message: messageOf("reason"),
      onChange: (text: string) => {
        setReason(text);
        say("reason", "");
      },
    },
  };
}
