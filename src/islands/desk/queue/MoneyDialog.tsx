import { useState } from "react";
import type { findPerson } from "../../../../contract/desk/user.ts";
import type { AnswerOf } from "../../../../contract/request.ts";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { toLatinDigits } from "../../../../persian/digits.ts";
import { adopt, decideMoney, findPayer, pay } from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { type Thing, keyOf } from "../../../stores/desk/queue.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { labelsOf } from "./labels.ts";
import { ReasonField, isReason } from "./ReasonDialog.tsx";

interface MoneyDialogProps {
  pane: QueuePane;
  isOpen: boolean;
  isYes: boolean;
  onClose: () => void;
}

const FIELDS = ["reference", "phone", "reason"];

/** The name under which the reason of a decision is kept, where a prepared one is put too. */
export const reasonName = (thing: Thing, way: "yes" | "no") => `reason:${keyOf(thing)} ${way}`;

/**
 * Confirms what moves money or gives power: the sum in figures and words, to whom, and what happens
 * after. What was typed stays when it is refused.
 */
export function MoneyDialog({ pane, isOpen, isYes, onClose }: MoneyDialogProps) {
  const [reference, setReference] = useTyped<string>(`reference:${keyOf(pane)}`, "");
  const [phone, setPhone] = useTyped<string>(`payer:${keyOf(pane)}`, "");
  const [payer, setPayer] = useState<Payer | null>(null);
  // The reason of each way on its own: what was typed for a no is none for a yes.
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
  const { yes, no } = labelsOf(pane);
  const verb = isYes ? yes : (no ?? "");

  /** The payer is looked up and named before money goes to them. */
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
  // The dialog has what is kept of it: what is thrown away stays nowhere, nor does a refusal.
  const close = () => {
    setReference("");
    setPhone("");
    setPayer(null);
    setReason("");
    refuse({});
    onClose();
  };
  if (kind === "proposal" && (pane.amount === null || !isYes))
    return (
      <ConfirmModal
        isOpen={isOpen}
        title={isYes ? "تأیید نفر دوم" : "کنار گذاشتن درخواست"}
        action={verb}
        isBusy={isSending}
        problem={problem}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        {isYes ? pane.consequence : "این درخواست کنار گذاشته می‌شود و هیچ چیز عوض نمی‌شود."}
      </ConfirmModal>
    );
  return (
    <ConfirmMoney
      isOpen={isOpen}
      title={`${verb}، ${pane.name || "پول بی‌صاحب"}`}
      about={keyOf(pane)}
      amountToman={pane.amount ?? 0}
      saysRial={kind === "withdrawal"}
      facts={[
        ...(payer ? [{ name: "به کیف پول", value: nameOf(payer) }] : []),
        ...factsOf(pane, isYes),
      ]}
      action={(sum) => (isNameless ? "این شماره از کیست؟" : actionWords(pane, isYes, sum))}
      isBusy={isSending}
      problem={problem}
      form={formOf(() => (isNameless ? send(findOut) : confirm()))}
      onClose={close}
    >
      {isPayout && (
        <TextField
          label="شمارهٔ پیگیری بانک"
          name="reference"
          value={reference}
          message={messageOf("reference")}
          dir="ltr"
          autoComplete="off"
          onChange={setReference}
        />
      )}
      {kind === "stray_payment" && (
        <TextField
          label="موبایل کسی که پرداخته است"
          name="phone"
          value={phone}
          message={messageOf("phone")}
          dir="ltr"
          autoComplete="off"
          onChange={(typedPhone) => {
            setPhone(typedPhone);
            setPayer(null);
          }}
        />
      )}
      {needsReason && (
        <ReasonField
          reason={reason}
          message={messageOf("reason")}
          reasons={isYes ? [] : pane.reasons}
          label={isPayout ? "چرا به کارتی با نام دیگر؟" : "دلیل، برای دفتر رویدادها"}
          onChange={(text) => {
            setReason(text);
            say("reason", "");
          }}
        />
      )}
    </ConfirmMoney>
  );
}

type Payer = AnswerOf<typeof findPerson>["person"];

const nameOf = ({ provenOwner, firstName, lastName }: Payer) =>
  provenOwner ?? (`${firstName} ${lastName}`.trim() || "بی‌نام");

/** To whom, where the money is, and what happens after. */
function factsOf(pane: QueuePane, isYes: boolean) {
  if (pane.kind !== "withdrawal" || !isYes)
    return [
      {
        name: "پس از آن",
        value: (
          <span className="font-normal">
            {isYes || pane.otherwise === "" ? pane.consequence : pane.otherwise}
          </span>
        ),
      },
    ];
  return pane.facts.map(({ label, value, form }) => ({
    name: label,
    value:
      form === "text" ? (
        value
      ) : (
        <span className="inline-flex items-center gap-1">
          <bdi dir="ltr">{value}</bdi>
          <CopyButton text={copied(value)} label={`کپی ${label}`} />
        </span>
      ),
  }));
}

/** Persian digits are shown, Latin ones are copied, without what keeps them in order. */
const copied = (text: string) => toLatinDigits(text).replace(/[^\dA-Z]/gi, "");

function actionWords({ kind }: QueuePane, isYes: boolean, sum: string): string {
  switch (kind) {
    case "withdrawal":
      return isYes ? `پرداخت ${sum} را ثبت کن` : `${sum} را به کیف پول بازگردان`;
    case "proposal":
      return `${sum} را تأیید می‌کنم`;
    case "look":
      return isYes ? `سفارش ${sum}ی را آزاد کن` : `${sum} را بازگردان`;
    case "earning":
      return isYes ? `درآمد ${sum}ی را آزاد کن` : `درآمد ${sum}ی را رد کن`;
    default:
      return isYes ? `${sum} را به کیف پول ببر` : `بنویس که ${sum} روی کارت است`;
  }
}
