import { type Doubt } from "../../../persian/code-look.ts";
import { sayMisfit } from "../../../persian/code-shape.ts";
import { type Fault } from "./rules.ts";

/** Explains in words why a text may not be a code. */

const FAULTS: Record<Fault, string> = {
  empty: "این سطر خالی است",
  long: "بیش از اندازه بلند است",
  unprintable: "نشانه‌ای دارد که در کد نمی‌آید",
  power: "اکسل این عدد را به توان نوشته و رقم‌هایش از دست رفته است؛ از پروندهٔ اصلی بردارید",
  formula: "فرمول اکسل است، نه کد",
  words: "نوشته است، نه کد",
};
/** The `detail` of a line that an operator left out. */
export const LEFT_OUT = "left";
/** Says why a line was refused. */
export const sayFault = (fault: string) =>
  fault === LEFT_OUT ? "کنار گذاشته شد" : FAULTS[fault as Fault];

const DOUBTS: Partial<Record<Doubt, string>> = {
  first: "کد همانندی برای سنجش نیست؛ خودتان نگاه کنید",
  rounded: "شاید اکسل رقم‌های پس از پانزدهم را صفر کرده است؛ از پروندهٔ اصلی بردارید",
  alike: "حرف، رقم یا خط تیره‌ای دارد که مانند لاتین است و نیست؛ با نشانهٔ لاتین افزوده می‌شود",
  hidden: "نشانه‌ای دارد که دیده نمی‌شود؛ بی آن افزوده می‌شود",
  unlike: "به تاریخ، لینک، شماره، قیمت یا نمونه‌ای خالی می‌ماند، یا چیزی کنار کد نوشته است",
};

/** Says why a person must confirm that a text is a code. */
export const sayDoubt = (doubt: Doubt, shape: string, usual: readonly string[]): string =>
  DOUBTS[doubt] ?? sayMisfit(shape, usual);
