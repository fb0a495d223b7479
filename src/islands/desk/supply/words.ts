import type { ProductSupply, SupplierOrder } from "../../../stores/desk/supply.ts";
import type { Tone } from "../../../parts/StatusBadge.tsx";

export const SOURCES: Record<ProductSupply["source"], string> = {
  shelf: "تنها از قفسه",
  both: "قفسه، سپس تأمین‌کننده",
  supplier: "تنها از تأمین‌کننده",
};

export const STATES: Record<SupplierOrder["state"], { words: string; tone: Tone }> = {
  held: { words: "در انتظار پرداخت", tone: "plain" },
  due: { words: "در نوبت فرستادن", tone: "waiting" },
  asking: { words: "پاسخ روشن نیست", tone: "waiting" },
  working: { words: "در راه", tone: "waiting" },
  failed: { words: "ناکام، پول برنگشته", tone: "bad" },
  review: { words: "نیازمند بررسی", tone: "bad" },
  refused: { words: "نپذیرفت", tone: "bad" },
  done: { words: "رسید", tone: "good" },
  dropped: { words: "فرستاده نشد", tone: "plain" },
  returned: { words: "ناکام، پول برگشت", tone: "plain" },
};

export const REASONS: Record<NonNullable<SupplierOrder["reason"]>, string> = {
  price: "از سقف گران‌تر",
  stock: "ناموجود نزد آن",
  balance: "موجودی حساب ما کم",
  product: "دیگر نمی‌فروشد",
  other: "بی دلیل",
  several: "بیش از یک بار فروخته است",
  lost: "سه بار به آن نرسید",
  codes: "کد تکراری داد",
};

export const WAITS_FOR: Record<NonNullable<SupplierOrder["waitsFor"]>, string> = {
  look: "سفارش نگاه داشته شده است",
  name: "در انتظار نام خریدار",
};

export const SUPPLIER_NAMES: Record<ProductSupply["supplier"], string> = { reloadly: "Reloadly" };
