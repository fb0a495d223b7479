import type { GivenGift, OpenedGift, SealedGift } from "../../contract/gift.ts";

/** Gifts as the shop answers them. */

export const SEALED_GIFT: SealedGift = {
  state: "sealed",
  occasion: "yalda",
  recipient: "مهدی",
  signature: "سارا",
  opensAt: "2026-03-20T20:45:00.000Z",
  openedAt: null,
  isYours: false,
  phoneEnd: null,
};

export const OPENED_GIFT: OpenedGift = {
  occasion: "yalda",
  recipient: "مهدی",
  signature: "سارا",
  message: "یک دقیقه بیشتر کنار هم بودن را با یک آلبوم تازه جشن بگیر.",
  openedAt: "2026-03-20T20:45:00.000Z",
  code: "QF7M2XKDTR9W4HNP",
  Product: {
    name: "گیفت کارت آیتونز ۱۰ دلاری آمریکا",
    imageUrl: "/art/itunes/itunes-us-10.svg",
    region: "آمریکا",
    subcategoryUrlName: "itunes",
    redeem: { url: "https://apps.apple.com/redeem", steps: ["برنامهٔ `App Store` را باز کنید."] },
  },
};

export function sampleGift(gift: Partial<GivenGift> = {}): GivenGift {
  return {
    id: "gift-1",
    orderItemId: "item-1",
    codeId: "code-1",
    occasion: "yalda",
    recipient: "مهدی",
    message: "یک دقیقه بیشتر کنار هم.",
    signature: "سارا",
    phone: "9123456789",
    isPhoneRequired: true,
    state: "sealed",
    isPaused: true,
    opensAt: "2026-03-20T20:45:00.000Z",
    openedAt: null,
    link: "https://armaghan.example/gift#k3Jd82nsKD92ndKQ0slm2bGq",
    sms: "sent",
    ...gift,
  };
}
