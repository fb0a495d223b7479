import { escapeXml } from "../seo/xml.ts";

/**
 * The first two of the three steps by which buyers find the country of their account, by service.
 * The third step is the same for all services.
 */
const PLACES: Readonly<Record<string, readonly [string, string]>> = {
  itunes: [
    "در آیفون `Settings` را باز کنید و نام خود را در بالای صفحه بزنید.",
    "`Media & Purchases` و سپس `View Account` را بزنید؛ کشور روبه‌روی `Country/Region` است.",
  ],
  playstation: [
    "روی PS5 به `Settings → Users and Accounts → Account` بروید.",
    "کشور در میان مشخصات حساب است؛ واحد پول فروشگاه هم همان را می‌گوید.",
  ],
  spotify: [
    "در مرورگر به `spotify.com/account` بروید و وارد شوید.",
    "`Edit profile` را باز کنید؛ کشور زیر `Country or region` است.",
  ],
  netflix: [
    "در مرورگر وارد نتفلیکس شوید و صفحهٔ `Account` را باز کنید.",
    "واحد پول اشتراک را ببینید: دلار کارت آمریکا می‌خواهد و لیر کارت ترکیه.",
  ],
  xbox: [
    "در مرورگر به `account.microsoft.com` بروید و وارد شوید.",
    "`Your info` را باز کنید؛ کشور زیر `Country/region` است.",
  ],
  amazon: [
    "نشانی فروشگاهی را ببینید که از آن خرید می‌کنید.",
    "`amazon.com` کارت آمریکا می‌خواهد و `amazon.ae` کارت امارات.",
  ],
  nintendo: [
    "در مرورگر به `accounts.nintendo.com` بروید و وارد شوید.",
    "`User Info` را باز کنید؛ کشور زیر `Country/Region of Residence` است.",
  ],
};
const SAME: Readonly<Record<string, string>> = {
  "xbox-gamepass-ultimate": "xbox",
  "xbox-gamepass-core": "xbox",
  "nintendo-online": "nintendo",
};

/** Returns the three steps by which buyers find the country of their account, as HTML. */
export function findAccountSteps(urlName: string, latinName: string): string[] {
  const places = PLACES[SAME[urlName] ?? urlName] ?? [
    `در برنامه یا سایت \`${latinName}\` وارد حساب خود شوید.`,
    "صفحهٔ حساب را باز کنید و `Country` یا `Region` را پیدا کنید.",
  ];
  return [...places, "همان کشور را در این‌جا انتخاب کنید تا تنها کارت‌های آن بماند."].map((step) =>
    escapeXml(step).replace(/`([^`]+)`/g, '<bdi lang="en" dir="ltr" translate="no">$1</bdi>'),
  );
}
