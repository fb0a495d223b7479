import { SHOP_NAME } from "./shop-name.ts";

/** The settings that somebody changes to run their own shop. */
export const settings = {
  name: SHOP_NAME,
  slogan: "هدیه‌ای که همان لحظه می‌رسد",
  description:
    "فروشگاه گیفت کارت اورجینال: اپل، پلی‌استیشن، استیم، ایکس‌باکس و شانزده سرویس دیگر، با پرداخت تومانی و تحویل آنی کد.",
  /** International format with Latin digits. */
  phone: "+982100000000",
  email: "support@armaghan.example",
  address: "تهران، خیابان ولیعصر، بالاتر از میدان ونک، کوچهٔ نگار، پلاک ۱۲، واحد ۴",
  supportHours: "۸ تا ۲۴",
  /** The company that runs the shop, as registered. Empty values are not shown. */
  company: "شرکت نمونهٔ ارمغان (نمایشی)",
  registration: "شمارهٔ ثبت ۰۰۰۰۰",
  /**
   * The messaging app for support. Of `messengers`, those with a URL are shown too: Internet
   * filtering may block one app for some people. `social` lists the accounts in the footer.
   */
  messaging: { name: "تلگرام", url: "https://armaghan.example/telegram" },
  messengers: [
    { name: "بله", url: "https://armaghan.example/bale" },
    { name: "ایتا", url: "https://armaghan.example/eitaa" },
    { name: "واتساپ", url: "" },
  ],
  social: [
    { name: "اینستاگرام", url: "https://armaghan.example/instagram" },
    { name: "تلگرام", url: "https://armaghan.example/telegram" },
    { name: "ایکس", url: "https://armaghan.example/x" },
  ],
  /** The e-namad trust seal, with both values from its panel. Empty values show no seal. */
  trustSeal: { id: "", code: "" },
} as const;

export const hasTrustSeal = settings.trustSeal.id.length > 0 && settings.trustSeal.code.length > 0;

/** True for the demonstration shop, which shows a placeholder for the seal. */
export const isDemo = settings.email.endsWith(".example");
