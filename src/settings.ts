import { SHOP_NAME } from "./shop-name.ts";

/** What an operator changes to make this shop theirs. */
export const settings = {
  name: SHOP_NAME,
  slogan: "هدیه‌ای که همان لحظه می‌رسد",
  description:
    "فروشگاه گیفت کارت اورجینال: اپل، پلی‌استیشن، استیم، ایکس‌باکس و شانزده سرویس دیگر، با پرداخت تومانی و تحویل آنی کد.",
  /** Latin digits, in international form. */
  phone: "+982100000000",
  email: "support@armaghan.example",
  address: "تهران، خیابان ولیعصر، بالاتر از میدان ونک، کوچهٔ نگار، پلاک ۱۲، واحد ۴",
  supportHours: "۸ تا ۲۴",
  /** The messaging app people can write to, and the accounts the footer names. */
  messaging: { name: "تلگرام", url: "https://armaghan.example/telegram" },
  social: [
    { name: "اینستاگرام", url: "https://armaghan.example/instagram" },
    { name: "تلگرام", url: "https://armaghan.example/telegram" },
    { name: "ایکس", url: "https://armaghan.example/x" },
  ],
  /** The e-namad trust seal: both values from its panel. Without them no seal is shown. */
  trustSeal: { id: "", code: "" },
} as const;

export const hasTrustSeal = settings.trustSeal.id.length > 0 && settings.trustSeal.code.length > 0;
