import { toLatinDigits } from "../../../../persian/digits.ts";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { keyOf } from "../../../stores/desk/queue.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { labelsOf } from "./labels.ts";
import { ReasonField } from "./ReasonDialog.tsx";
import { type Payer, useMoneyDecision } from "./use-money-decision.ts";

interface MoneyDialogProps {
  pane: QueuePane;
  isOpen: boolean;
  isYes: boolean;
  onClose: () => void;
}

/**
 * Asks to confirm a decision that moves money or grants rights, and shows the sum in figures and
 * words, the receiver, and what happens afterwards. The typed text stays when the shop refuses the
 * decision.
 */
export function MoneyDialog({ pane, isOpen, isYes, onClose }: MoneyDialogProps) {
  const decision = useMoneyDecision(pane, isYes, onClose);
  const { payer, isPayout, isNameless, isBusy, problem, close } = decision;
  const { kind } = pane;
  const { yes, no } = labelsOf(pane);
  const verb = isYes ? yes : (no ?? "");
  if (kind === "proposal" && (pane.amount === null || !isYes))
    return (
      <ConfirmModal
        {...{ isOpen, isBusy, problem }}
        title={isYes ? "تأیید نفر دوم" : "کنار گذاشتن درخواست"}
        action={verb}
        onConfirm={() => void decision.confirm()}
        onClose={close}
      >
        {isYes ? pane.consequence : "این درخواست کنار گذاشته می‌شود و هیچ چیز عوض نمی‌شود."}
      </ConfirmModal>
    );
  return (
    <ConfirmMoney
      {...{ isOpen, isBusy, problem }}
      title={`${verb}، ${pane.name || "پول بی‌صاحب"}`}
      about={keyOf(pane)}
      amountToman={pane.amount ?? 0}
      showsRial={kind === "withdrawal"}
      facts={[
        ...(payer ? [{ name: "به کیف پول", value: nameOf(payer) }] : []),
        ...factsOf(pane, isYes),
      ]}
      action={(sum) => (isNameless ? "این شماره از کیست؟" : actionWords(pane, isYes, sum))}
      form={decision.form}
      onClose={close}
    >
      {isPayout && (
        <TextField
          {...decision.reference}
          label="شمارهٔ پیگیری بانک"
          name="reference"
          dir="ltr"
          autoComplete="off"
        />
      )}
      {kind === "stray_payment" && (
        <TextField
          {...decision.phone}
          label="موبایل کسی که پرداخته است"
          name="phone"
          dir="ltr"
          autoComplete="off"
        />
      )}
      {decision.needsReason && (
        <ReasonField
          {...decision.reason}
          reasons={isYes ? [] : pane.reasons}
          label={isPayout ? "چرا به کارتی با نام دیگر؟" : "دلیل، برای دفتر رویدادها"}
        />
      )}
    </ConfirmMoney>
  );
}

const nameOf = ({ provenOwner, firstName, lastName }: Payer) =>
  provenOwner ?? (`${firstName} ${lastName}`.trim() || "بی‌نام");

/**
 * Returns the facts of the dialog: who gets the money, where it is now, and what happens
 * afterwards.
 */
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

/** Returns the text to copy: Latin digits, without spaces and direction marks. */
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
