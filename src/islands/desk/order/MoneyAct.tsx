import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatToman } from "../../../../persian/toman.ts";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { endLook, refund } from "../../../stores/desk/order.ts";
import { notify } from "../../../stores/notice.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { type Act, type FormProps, subjectOf } from "./act.ts";

/** Shows everything that will be moved, before the operator confirms it. */
export function MoneyAct({
  orderId,
  act,
  isOpen,
  onClose,
}: FormProps<"refund" | "look"> & { isOpen: boolean }) {
  const [reason, setReason] = useTyped<string>(`money:${subjectOf(act)}`, "");
  const { formOf, messageOf, send, isSending, problem, refuse } = useSending(["reason"]);
  const move = async () => {
    if (act.kind === "look") return endLook(orderId, { status: act.status, reason });
    const { item, codeIds, consequences } = act;
    const { problem, isAsked } = await refund(orderId, item.id, {
      reason,
      opened: consequences.needsSecondPerson,
      ...(codeIds.length > 0 && { codeIds: [...codeIds] }),
    });
    if (Object.keys(problem).length === 0)
      notify("success", isAsked ? "نوشته شد؛ نفر دوم باید آن را تأیید کند." : "بازپرداخت ثبت شد.");
    return problem;
  };
  const confirm = async () => {
    if (await send(move)) close();
  };
  // Clears the text. If the operator wants to keep it, the dialog has already stored a copy.
  const close = () => {
    setReason("");
    refuse({});
    onClose();
  };
  const said = act.kind === "refund" ? aboutRefund(act) : aboutLook(act);
  return (
    <ConfirmMoney
      {...said}
      about={subjectOf(act)}
      isOpen={isOpen}
      isBusy={isSending}
      problem={problem}
      form={formOf(confirm)}
      onClose={close}
    >
      <TextField
        label="دلیل"
        name="reason"
        value={reason}
        message={messageOf("reason")}
        dir="auto"
        onChange={setReason}
      />
    </ConfirmMoney>
  );
}

function aboutRefund({ item, codeIds, consequences }: Extract<Act, { kind: "refund" }>) {
  const { toCard, toWallet, cardEnd, needsSecondPerson, codesLost, codesToShelf } = consequences;
  const cancelled = consequences.rewardCancelled + consequences.rewardTakenBack;
  return {
    title:
      codeIds.length === 0
        ? `بازپرداخت ${item.productName}`
        : codeIds.length === 1
          ? `بازپرداخت کد ${item.productName}`
          : `بازپرداخت ${toPersianDigits(codeIds.length)} کد ${item.productName}`,
    amountToman: toCard + toWallet,
    showsRial: toCard > 0,
    facts: [
      ...(toCard > 0
        ? [{ name: `به کارت ${toPersianDigits(cardEnd ?? "")} ••••`, value: formatToman(toCard) }]
        : []),
      ...(toWallet > 0 ? [{ name: "به کیف پول", value: formatToman(toWallet) }] : []),
      { name: "پول اکنون", value: item.deliveryStatus === "delivered" ? "در فروش" : "در تسویه" },
      ...(cancelled > 0 ? [{ name: "پاداش", value: `${formatToman(cancelled)} کم می‌شود` }] : []),
      ...(codesToShelf > 0
        ? [{ name: "به قفسه", value: `${toPersianDigits(codesToShelf)} کد نادیده` }]
        : []),
      ...(codesLost > 0
        ? [{ name: "از دست رفته", value: `${toPersianDigits(codesLost)} کد دیده‌شده` }]
        : []),
      {
        name: "پس از این",
        value: needsSecondPerson
          ? "کد باز شده است؛ تا تأیید نفر دوم چیزی جابه‌جا نمی‌شود"
          : "خریدار پیامک می‌گیرد؛ برگشتنی نیست",
      },
    ],
    action: (sum: string) =>
      needsSecondPerson ? `بازپرداخت ${sum} را بخواه` : `${sum} را بازپرداخت کن`,
  };
}

function aboutLook({ status, total }: Extract<Act, { kind: "look" }>) {
  return {
    title: status === "released" ? "آزاد کردن سفارش" : "برگرداندن سفارش",
    amountToman: total,
    facts: [
      { name: "پول اکنون", value: "در تسویه" },
      {
        name: "پس از این",
        value: status === "released" ? "کدها تحویل می‌شود" : "از همان راه که آمد برمی‌گردد",
      },
    ],
    action: (sum: string) =>
      status === "released" ? `سفارش ${sum} را آزاد کن` : `${sum} را برگردان`,
  };
}
