import { isolate } from "../../../persian/direction.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { GATEWAY_NAMES } from "../../../persian/gateway.ts";
import type { TransactionRow } from "./statements.ts";

/**
 * Describes a transaction in a Persian sentence. `cardMasked` is null when there is no card or its
 * number cannot be decrypted.
 */
export function describe(row: TransactionRow, cardMasked: string | null): string {
  const order = toPersianDigits(row.order_number ?? "");
  const card = cardMasked === null ? "" : ` ${isolate(cardMasked)}`;
  switch (row.cause) {
    case "topup":
      return `افزایش موجودی از درگاه ${row.gateway === null ? "پرداخت" : GATEWAY_NAMES[row.gateway]} با کارت${card}`;
    case "opening":
      return "موجودی آغازین";
    case "late_payment":
      return "پرداختی که سفارش آن دیگر قابل تحویل نبود";
    case "order_wallet":
      return `خرید سفارش ${order}`;
    case "withdrawal":
      return row.withdrawal_state === "taken_back"
        ? `برداشت به کارت${card} که پس گرفتید`
        : `برداشت به کارت${card}`;
    case "refund_wallet":
      return `بازگشت وجه سفارش ${order} به کیف پول`;
    case "refund_gateway":
      return `بازگشت وجه سفارش ${order} به کارت بانکی`;
    case "refund_fallback":
      return `بازگشت وجه سفارش ${order} به کیف پول، چون بانک آن را به کارت برنگرداند`;
    case "reward":
      return `پاداش خرید سفارش ${order}`;
    case "referral":
      return `درآمد معرفی از خرید ${inviteeName(row)}`;
    case "take_back":
      return row.invitee_id === null
        ? `بازپس‌گیری پاداش سفارش ${order} که بازپرداخت شد`
        : `بازپس‌گیری درآمد معرفی از خرید ${inviteeName(row)} که بازپرداخت شد`;
    default:
      throw new Error(`A wallet transaction has an unknown cause: ${row.cause}`);
  }
}

function inviteeName(row: TransactionRow): string {
  const name = [row.invitee_first_name, row.invitee_last_name]
    .filter((part) => part !== null && part !== "")
    .join(" ");
  return name === "" ? "ناشناس" : `\u2068${name}\u2069`;
}
