/** Persian words for what the desk records: verdicts, states, and the things they are about. */

const ACTIONS = {
  raise: "بالا بردن نقش کارمند",
  payout: "ثبت واریز برداشت",
  payout_file: "فرستادن پروندهٔ بانکی",
  refund_opened: "بازپرداخت کد دیده‌شده",
  verify_card: "تأیید کارتی با نام دیگر",
  revoke_card: "لغو تأیید کارت",
  revoke_identity: "لغو تأیید هویت",
  forget: "حذف اطلاعات شخص",
  give_price: "قیمت پایین‌تر از بها",
  give_rate: "نرخی دور از نرخ پیشین",
  give_discount: "کد تخفیفی که زیر بها هم می‌فروشد",
  give_replacement: "جایگزینی کد",
  give_reveal: "خواندن کد",
  give_export: "بیرون بردن کدهای آزاد",
  give_cost: "بهایی پایین‌تر از بهای پیشین",
};

const wordsIn = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns the Persian name of the action of a proposal. */
export const actionWords = (action: string): string => wordsIn(ACTIONS, action) ?? action;

const VERDICTS = {
  viewed: "دید",
  listed: "فهرست را دید",
  found: "پیدا کرد",
  let_in: "راه بازگشتش را ساخت",
  made: "ساخت",
  changed: "عوض کرد",
  deleted: "پاک کرد",
  priced: "قیمت را عوض کرد",
  questioned: "پرسش‌های کالا را عوض کرد",
  hidden: "پنهان کرد",
  shown: "نشان داد",
  ordered: "به ترتیب چید",
  pictured: "تصویر خود را گذاشت",
  picture_removed: "تصویر خود را برداشت",
  help_pictured: "تصویر راهنمای پرسش را گذاشت",
  help_picture_removed: "تصویر راهنمای پرسش را برداشت",
  corrected: "سطرهای پروندهٔ کدها را اصلاح کرد",
  share_drawn: "تصویر هم‌رسانی را کشید",
  stocked: "موجودی را نوشت",
  stopped: "از کار انداخت",
  published: "قیمت‌ها را منتشر کرد",
  planned: "قیمت‌ها را برای ساعتی گذاشت",
  cancelled: "لغو کرد",
  followed: "قیمت‌ها خودکار با نرخ رفتند",
  rules_made: "قیمت‌ها را به نرخ بست",
  rule_set: "قیمت را به نرخ بست",
  by_hand: "دستی کرد",
  automatic: "خودکار کرد",
  tried: "آزمود",
  set: "نوشت",
  started: "به کار انداخت",
  verified: "تأیید کرد",
  rejected: "رد کرد",
  revoked: "تأیید را لغو کرد",
  paid: "واریز را ثبت کرد",
  in_hand: "در دست گرفت",
  put_back: "به صف بازگرداند",
  in_file: "در پروندهٔ بانکی گذاشت",
  returned: "برگشت بانک را ثبت کرد",
  heard: "پاسخ نفر دوم را دید",
  confirmed: "پذیرفت",
  taken_over: "از دست همکار گرفت",
  set_aside: "کنار گذاشت",
  brought_back: "به صف بازگرداند",
  answered: "پاسخ داد",
  Closed: "تیکت را بست",
  "In Progress": "در دست بررسی گذاشت",
  begun: "تحویل را آغاز کرد",
  processing: "تحویل را آغاز کرد",
  delivered: "تحویل داد",
  released: "آزاد کرد",
  refunded: "مبلغ را بازگرداند",
  code_refunded: "مبلغ کد را بازگرداند",
  code_replaced: "کد را جایگزین کرد",
  revealed: "متن کد را دید",
  answers_read: "پاسخ‌های خریدار را دید",
  looked_at: "پیش‌نمایش کرد",
  added: "به انبار افزود",
  dropped: "کنار گذاشت",
  recalled: "فراخواند",
  restored: "به فروش برگرداند",
  threshold_set: "مرز هشدار را نوشت",
  income_released: "درآمد را آزاد کرد",
  income_refused: "درآمد را رد کرد",
  on_card: "نوشت که پول روی کارت است",
  in_shop: "به کیف پول برد",
  adopted: "به کیف پول برد",
  checked: "از درگاه پرسید",
  asked_supplier: "از تأمین‌کننده پرسید",
  renamed: "نام را عوض کرد",
  name_refused: "نام تازه را نپذیرفت",
  noted: "یادداشت نوشت",
  frozen: "مسدود کرد",
  devices_frozen: "دستگاه‌ها را مسدود کرد",
  signed_out: "از همه‌جا خارج کرد",
  exported: "داده‌ها را گرفت",
  forgotten: "اطلاعات را حذف کرد",
  again: "دوباره فرستاد",
  closed: "روز را بست",
  shop_closed: "فروشگاه را بست",
  shop_opened: "فروشگاه را باز کرد",
  entered: "وارد شد",
  left: "خارج شد",
  invited: "دعوت کرد",
  role: "نقش را عوض کرد",
  areas: "بخش‌ها را عوض کرد",
  email: "ایمیل را عوض کرد",
  ended: "همکاری را پایان داد",
  link_made: "لینک ورود ساخت",
  token_made: "نشان ساخت",
  token_ended: "نشان را پایان داد",
  passkey_made: "گذرکلید ساخت",
  passkey_shown: "گذرکلید را نشان داد",
  passkey_ended: "گذرکلید را برداشت",
};

const ENDS = { asked: "خواست", confirmed: "تأیید کرد", dropped: "کنار گذاشت" };

/** The verdicts of the log; every verdict must have its words here. */
export type Verdict = keyof typeof VERDICTS | `${keyof typeof ACTIONS}_${keyof typeof ENDS}`;

/**
 * Returns what an operator did, for use after their name. Verdicts about proposals contain the
 * action, as in `raise_asked`.
 */
export function verdictWords(verdict: string): string {
  const known = wordsIn(VERDICTS, verdict);
  if (known !== undefined) return known;
  const [, action = "", end = ""] = /^(.+)_(asked|confirmed|dropped)$/.exec(verdict) ?? [];
  if (action === "") return verdict;
  return `${actionWords(action)} را ${ENDS[end as keyof typeof ENDS]}`;
}

/** Every verdict with its words, for a select field. */
export const VERDICT_NAMES: readonly (readonly [string, string])[] = [
  ...Object.entries(VERDICTS),
  ...Object.keys(ACTIONS).flatMap((action) =>
    Object.keys(ENDS).map((end) => [`${action}_${end}`, verdictWords(`${action}_${end}`)] as const),
  ),
];

const SUBJECTS = {
  person: "شخص",
  bank_card: "کارت بانکی",
  identity_request: "هویت",
  name_request: "تغییر نام",
  withdrawal: "برداشت",
  payout: "پروندهٔ بانکی",
  payment: "پرداخت",
  refund: "بازپرداخت",
  stray_payment: "پول بی‌صاحب",
  earning: "درآمد معرف",
  order: "سفارش",
  order_item: "قلم سفارش",
  code: "کد",
  code_batch: "بستهٔ کد",
  code_import: "پروندهٔ کد",
  product: "کالا",
  ticket: "تیکت",
  upload: "تصویر",
  freeze: "مسدودی",
  proposal: "درخواست نفر دوم",
  operator: "کارمند",
  message: "پیام",
  closing: "روز",
  closure: "بستن فروشگاه",
  discount_code: "کد تخفیف",
  discount_series: "دستهٔ کد تخفیف",
  prepared_answer: "پاسخ آماده",
  rate: "نرخ ارز",
  alert_channel: "راه هشدار",
  price: "قیمت‌ها",
  supplier: "تأمین‌کننده",
  product_supply: "تأمین محصول",
  supplier_order: "سفارش نزد تأمین‌کننده",
  figures: "آمار",
  search: "جست‌وجو",
  category: "دسته",
  subcategory: "زیردسته",
  list: "فهرست",
};
export type Subject = keyof typeof SUBJECTS;

/** The things that the lines of the log can be about. */
export const SUBJECT_NAMES: Readonly<Record<string, string>> = SUBJECTS;

const STATES: Record<string, string> = {
  pending: "در انتظار",
  verified: "تأییدشده",
  rejected: "ردشده",
  paid: "پرداخت‌شده",
  waiting: "در انتظار",
  held: "نگه‌داشته",
  released: "آزاد",
  refused: "ردشده",
  review: "در بررسی",
  credited: "در کیف پول",
  on_card: "روی کارت",
  in_shop: "در فروشگاه",
  processing: "در حال تحویل",
  delivered: "تحویل‌شده",
  cancelled: "لغوشده",
  refunded: "بازگشته",
  Open: "باز",
  Closed: "بسته",
  "In Progress": "در دست بررسی",
  viewer: "بیننده",
  support: "پشتیبانی",
  finance: "مالی",
  owner: "مالک",
};

/** True when a text is one of STATES, and therefore contains no name and no amount. */
export const isState = (state: string): boolean => Object.hasOwn(STATES, state);

/**
 * Returns the Persian words of a state before or after a decision; names and ids stay unchanged.
 */
export const stateWords = (state: string): string => STATES[state] ?? state;

const REVIEW_REASONS: readonly (readonly [string, string])[] = [
  ["another card", "با کارت دیگری پرداخت شده است"],
  ["another amount", "درگاه مبلغ دیگری می‌گوید"],
  ["without papers", "بی‌مدرک پرداخت شده و تحویل‌شدنی نیست"],
  ["account is frozen", "حساب خریدار مسدود است"],
  ["books refused", "دفتر حساب آن را نپذیرفت"],
];

/** Translates the stored reason of a review; undefined for an unknown reason. */
export const reviewReasonWords = (reason: string | null | undefined): string | undefined =>
  REVIEW_REASONS.find(([part]) => reason?.includes(part))?.[1];

/** Says in Persian why a payment is in review. */
export function reviewWords(kind: "payment" | "refund", reason: string | null): string {
  if (kind === "refund") return "روشن نیست که درگاه آن را بازگردانده است";
  return reviewReasonWords(reason) ?? "درگاه و فروشگاه یک چیز نمی‌گویند";
}

/**
 * Names the operators who saw a code: «raha و reza متن آن را دیده‌اند»; empty when no operator saw
 * it.
 */
export function seenByWords(seenBy: readonly { operator: string }[]): string {
  const names = [...new Set(seenBy.map(({ operator }) => operator))];
  if (names.length === 0) return "";
  const isOne = names.length === 1;
  return `${names.join(" و ")} ${isOne ? "متن آن را دیده است" : "متن آن را دیده‌اند"}`;
}
