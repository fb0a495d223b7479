import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import type { BankFile } from "../../../stores/desk/payout.ts";

export const FORMAT_NAMES: Record<BankFile["format"], string> = {
  paya: "پایا",
  card_list: "فهرست کارت‌به‌کارت",
};

/** The name of a file without leading zeros: «پایا ۱۲». */
export const fileName = ({ format, number }: Pick<BankFile, "format" | "number">) =>
  `${FORMAT_NAMES[format]} ${toPersianDigits(Number(number))}`;

/** Shows the state of a bank file. */
export function FileState({ file }: { file: BankFile }) {
  const { state, open, returned } = file;
  if (state === "waiting") return <StatusBadge tone="waiting">در انتظار نفر دوم</StatusBadge>;
  if (state === "made")
    return <StatusBadge tone="waiting">{`${formatNumber(open)} ردیف بی‌پاسخ`}</StatusBadge>;
  return returned > 0 ? (
    <StatusBadge tone="bad">{`${formatNumber(returned)} ردیف برگشت`}</StatusBadge>
  ) : (
    <StatusBadge tone="good">پرداخت شد</StatusBadge>
  );
}
