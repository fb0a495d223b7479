/**
 * Browsers by a word in their User-Agent. A browser that also sends the word of another browser is
 * listed before that other browser.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "اج"],
  [/\bOPR\/|\bOpera\b/, "اپرا"],
  [/\bSamsungBrowser\//, "مرورگر سامسونگ"],
  [/\bFirefox\/|\bFxiOS\//, "فایرفاکس"],
  [/\bChrome\/|\bCriOS\//, "کروم"],
  [/\bSafari\//, "سافاری"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "آیفون"],
  [/\biPad\b/, "آیپد"],
  [/\bAndroid\b/, "اندروید"],
  [/\bWindows\b/, "ویندوز"],
  [/\bMac OS X\b/, "مک"],
  [/\bCrOS\b/, "کروم‌بوک"],
  [/\bLinux\b/, "لینوکس"],
];

/**
 * Describes a browser by the header User-Agent, in Persian words; empty when it contains no known
 * word. Anybody can send any header, so the words help an owner to remember but prove nothing.
 */
export function describeDevice(userAgent: string): string {
  const find = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return [browser, system].filter((part) => part !== undefined).join("، ");
}
