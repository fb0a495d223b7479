import { searchKey } from "./search-key.ts";

/**
 * Words in column headers of files of codes. To recognise a new name, add its word to a list.
 * Headers with other words are still recognised by their look (`code-top.ts`).
 */

/** Words that name codes. A header may contain other words of this file too. */
const CODES = words(`code codes claim redeem redemption redeemable voucher vouchers coupon coupons
  activation activate gift giftcode giftcard token unlock game prepaid epin ecode evoucher recharge
  topup کد کدها کدهای ووچر ووچرها گیفت گیفتکارت توکن هدیه شارژ فعالسازی فعال سازی`);
/** Words that also name codes, but add a little less to the score of a column. */
const PINS = words(`pin pins pincode password passcode secret scratch key keys license licence
  licensekey licencekey productkey cdkey steamkey رمز رمزها پین لایسنس کلید گذرواژه`);
/** Words that name the number of a card, which is the code only when the file has no other code. */
const SERIALS = words(`serial serials sn serialnumber سریال barcode بارکد`);
/** Words that occur in headers of any kind and do not decide the kind. */
const AROUND = words(`card cards number numbers no num value text the of your digital online product
  steam xbox psn playstation apple itunes google play amazon netflix spotify roblox razer usd us uk
  کارت شماره متن محصول دیجیتال بازی استیم اپل گوگل پلی`);
/** Words of columns without codes. */
const OTHERS =
  words(`order orders id ids row index line date dates day time created purchased bought
  expiry expires expiration expire valid validity price prices cost amount denomination denominations
  face currency region country link url links address site name names customer buyer owner email mail
  phone mobile status state note notes comment comments description quantity qty count sku item
  transaction invoice batch supplier reference ref postal zip orderid orderno ordernumber invoiceno
  invoicenumber transactionid tracking track receipt payment po ticket user username account type title
  brand category vendor seller subtotal tax fee discount balance asin upc ean gtin
  ردیف سفارش سفارشات شناسه تاریخ روز ساعت انقضا اعتبار قیمت بها مبلغ ارزش اسمی ارز منطقه کشور لینک
  لینک نشانی آدرس نام مشتری خریدار ایمیل تلفن موبایل وضعیت یادداشت توضیح توضیحات تعداد شمار فاکتور
  دسته تامین کننده کالا پیگیری ملی پستی تخفیف تراکنش
  پرداخت رسید رهگیری مرسوله کاربر کاربری حساب نوع عنوان برند فروشنده مالیات کارمزد موجودی سند`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(searchKey));
}

/**
 * The words of a cell in one spelling; «LicenseKey», `license_key` and «License key:» are equal.
 */
const wordsOf = (cell: string): string[] =>
  searchKey(cell.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replaceAll("\u200c", " "))
    .split(" ")
    .filter((word) => word !== "");

export type HeadKind = "code" | "pin" | "serial" | "other";

/** Returns the kind of column that a header names; null when no list contains its words. */
export function headerKind(cell: string): HeadKind | null {
  if (cell.length > 60) return null;
  const found = wordsOf(cell).filter((word) => !/^\d{1,3}$/.test(word));
  const has = (list: ReadonlySet<string>) => found.some((word) => list.has(word));
  const isKnown = (word: string) => [CODES, PINS, SERIALS, AROUND, OTHERS].some((l) => l.has(word));
  if (found.length === 0 || found.length > 6 || !found.every(isKnown)) return null;
  if (has(OTHERS)) return "other";
  if (has(PINS)) return "pin";
  if (has(SERIALS)) return "serial";
  if (has(CODES)) return "code";
  // «Card number» usually names the number beside a PIN; «Steam» alone may be anything.
  return found.some((word) => ["number", "no", "num", "شماره"].includes(word)) ? "serial" : null;
}

/** Words that stand in place of a missing code, or in the last lines of a table. */
const NO_CODE = words(`none null nil nan na undefined unavailable available soldout sold out stock
  not no used expired invalid error errors pending test sample example empty unknown tbd total totals
  sum subtotal grand count end summary outofstock failed refunded returned cancelled canceled void
  deleted missing your here placeholder dummy todo`);

/** A line such as «Total: 40» or «Sum = 12». */
const TOTAL = /^(?:grand\s+|sub)?(?:totals?|sum|count)\b[\s:=]+[\d.,\s]{1,12}[\p{L}\s]{0,12}$/iu;

/** True for a cell that says in Latin words that there is no code, or how many codes there are. */
export function saysNoCode(cell: string): boolean {
  if (cell.length > 60) return false;
  if (TOTAL.test(cell)) return true;
  if (/\d/.test(cell)) return false;
  const found = wordsOf(cell.replace(/n\/a/i, "na"));
  const isKnown = (word: string) => NO_CODE.has(word) || CODES.has(word) || PINS.has(word);
  return found.some((word) => NO_CODE.has(word)) && found.every(isKnown);
}
