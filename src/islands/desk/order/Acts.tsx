import { useState } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { Modal } from "../../../parts/Modal.tsx";
import { type Act, subjectOf } from "./act.ts";
import { AnswerForm, DeliverForm, NoteForm, ReplaceForm } from "./forms.tsx";
import { MoneyAct } from "./MoneyAct.tsx";
import { RevealForm } from "./RevealForm.tsx";

interface ActsProps {
  orderId: string;
  act: Act | null;
  onClose: () => void;
}

/** The dialogs of an order's screen; one is open at a time. */
export function Acts({ orderId, act, onClose }: ActsProps) {
  // A dialog that fades out still shows what it was about.
  const [shown, setShown] = useState(act);
  if (act !== null && act !== shown) setShown(act);
  const isOpen = act !== null;
  if (shown === null) return null;
  if (shown.kind === "refund" || shown.kind === "look")
    return <MoneyAct key={subjectOf(shown)} {...{ orderId, onClose, isOpen }} act={shown} />;
  return (
    <Modal isOpen={isOpen} title={titleOf(shown)} about={subjectOf(shown)} onClose={onClose}>
      {shown.kind === "note" && <NoteForm {...{ orderId, onClose }} act={shown} />}
      {shown.kind === "answer" && <AnswerForm {...{ orderId, onClose }} act={shown} />}
      {shown.kind === "replace" && <ReplaceForm {...{ orderId, onClose }} act={shown} />}
      {shown.kind === "deliver" && <DeliverForm {...{ orderId, onClose }} act={shown} />}
      {shown.kind === "reveal" && <RevealForm {...{ orderId, onClose }} act={shown} />}
    </Modal>
  );
}

function titleOf(act: Act): string {
  switch (act.kind) {
    case "note":
      return "یادداشت روی سفارش";
    case "answer":
      return `پاسخ در تیکت ${toPersianDigits(act.ticket.number)}`;
    case "replace":
      return "جایگزین کردن کد";
    case "deliver":
      return `تحویل ${act.item.productName}`;
    case "reveal":
      return `نمایش کد ${toPersianDigits(act.code.position)}`;
    default:
      return "";
  }
}
