import type { SupplyReason, SupplyState } from "../../../contract/desk/supply-state.ts";

const WHY: Record<SupplyReason, string> = {
  price: "از سقف گران‌تر شده است",
  stock: "موجودی ندارد",
  balance: "موجودی حساب ما نزد آن بس نیست",
  product: "این محصول را دیگر نمی‌فروشد",
  other: "نپذیرفت و دلیلش را نگفت",
  several: "این سفارش را بیش از یک بار فروخته است؛ در پنل آن ببینید",
  lost: "سه بار فرستاده شد و هیچ‌بار به آن نرسید",
  codes: "کدی داد که فروشگاه از پیش می‌شناسد",
};

/** Says to the desk why an item that a supplier should bring waits for an operator. */
export function supplyWords(state: SupplyState, reason: SupplyReason | null): string {
  if (reason !== null) return WHY[reason];
  if (state === "failed") return "سفارش ناکام ماند و پول آن هنوز برنگشته است";
  if (state === "returned") return "سفارش ناکام ماند و پول آن برگشت";
  return "هنوز پاسخ روشنی نداده است؛ خودکار پی‌گیری می‌شود";
}
