import { useEffect, useRef, useState } from "react";
import type { findPerson } from "../../../../contract/desk/user.ts";
import type { AnswerOf } from "../../../../contract/request.ts";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { toLatinDigits } from "../../../../persian/digits.ts";
import { adopt, decideMoney, findPayer, pay } from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { labelsOf } from "./labels.ts";
import { ReasonField, isReason } from "./ReasonDialog.tsx";
import { type TextElement, focusAtEnd } from "./focus-at-end.ts";

interface MoneyDialogProps {
  pane: QueuePane;
  isOpen: boolean;
  isYes: boolean;
  /** Chosen by its number, to begin with. */
  reason: string;
  onClose: () => void;
}

/**
 * Confirms what moves money or gives power: the sum in figures and words, to whom, and what happens
 * after. What was typed stays when it is refused, and when the dialog is closed and opened again.
 */
export function MoneyDialog({ pane, isOpen, isYes, reason: prepared, onClose }: MoneyDialogProps) {
  const [reference, setReference] = useState("");
  const [phone, setPhone] = useState("");
  const [payer, setPayer] = useState<Payer | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [message, setMessage] = useState("");
  const [reason, setReason] = useReason(isYes, prepared);
  const { kind } = pane;
  const isPayout = kind === "withdrawal" && isYes;
  const isNameless = kind === "stray_payment" && payer === null;
  const needsReason =
    kind !== "stray_payment" && kind !== "proposal" && (!isYes || pane.needsReason);
  const { yes, no } = labelsOf(pane);
  const verb = isYes ? yes : (no ?? "");

  /** The payer is looked up and named before money goes to them. */
  const findOut = async () => {
    setIsBusy(true);
    const found = await findPayer(phone);
    setIsBusy(false);
    setMessage(found.ok ? "" : (found.fields["phone"] ?? ""));
    setProblem(found.ok || found.fields["phone"] !== undefined ? "" : found.message);
    if (found.ok) setPayer(found.value.person);
  };

  async function send(): Promise<string> {
    if (isPayout) return pay(pane, reference.trim(), pane.needsReason ? reason.trim() : "");
    if (kind === "stray_payment") return payer ? adopt(pane, payer.id) : "";
    return decideMoney(pane, isYes, reason.trim());
  }
  const confirm = async () => {
    if (isPayout && reference.trim() === "") {
      setMessage("لطفاً شمارهٔ پیگیری بانک را وارد کنید.");
      return;
    }
    if (needsReason && !isReason(reason)) {
      setMessage("لطفاً دلیل را بنویسید.");
      return;
    }
    setMessage("");
    setIsBusy(true);
    const refused = await send();
    setIsBusy(false);
    setProblem(refused);
    if (refused === "") onClose();
  };
  if (kind === "proposal" && (pane.amount === null || !isYes))
    return (
      <ConfirmModal
        isOpen={isOpen}
        title={isYes ? "تأیید نفر دوم" : "کنار گذاشتن درخواست"}
        action={verb}
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        {isYes ? pane.consequence : "این درخواست کنار گذاشته می‌شود و هیچ چیز عوض نمی‌شود."}
      </ConfirmModal>
    );
  return (
    <ConfirmMoney
      isOpen={isOpen}
      title={`${verb}، ${pane.name || "پول بی‌صاحب"}`}
      amountToman={pane.amount ?? 0}
      saysRial={kind === "withdrawal"}
      facts={[
        ...(payer ? [{ name: "به کیف پول", value: nameOf(payer) }] : []),
        ...factsOf(pane, isYes),
      ]}
      action={(sum) => (isNameless ? "این شماره از کیست؟" : actionWords(pane, isYes, sum))}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void (isNameless ? findOut() : confirm())}
      onClose={onClose}
    >
      <FocusField message={message} />
      {isPayout && (
        <TextField
          label="شمارهٔ پیگیری بانک"
          name="reference"
          value={reference}
          message={reference.trim() === "" ? message : ""}
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
          message={message}
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
          message={isReason(reason) ? "" : message}
          reasons={isYes ? [] : pane.reasons}
          label={isPayout ? "چرا به کارتی با نام دیگر؟" : "دلیل، برای دفتر رویدادها"}
          onChange={setReason}
        />
      )}
    </ConfirmMoney>
  );
}

/** The reason of each way on its own: what was typed for a no is none for a yes. */
function useReason(isYes: boolean, prepared: string) {
  const [texts, setTexts] = useState({ yes: "", no: "" });
  const [given, setGiven] = useState("");
  const way = isYes ? "yes" : "no";
  const write = (text: string) => {
    setTexts((before) => ({ ...before, [way]: text }));
  };
  if (prepared !== given) {
    setGiven(prepared);
    if (prepared !== "") write(prepared);
  }
  return [texts[way], write] as const;
}

type Payer = AnswerOf<typeof findPerson>["person"];

const nameOf = ({ provenOwner, firstName, lastName }: Payer) =>
  provenOwner ?? (`${firstName} ${lastName}`.trim() || "بی‌نام");

/** The focus begins in the first field, never on the button that moves money, and returns to what is wrong. */
function FocusField({ message }: { message: string }) {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const wanted = message === "" ? "input, textarea" : "[aria-invalid=true]";
    focusAtEnd(here.current?.closest("form")?.querySelector<TextElement>(wanted));
  }, [message]);
  return <span ref={here} hidden />;
}

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
