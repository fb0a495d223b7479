import type { DiscountCode } from "../../contract/discount-code.ts";
import { NOWRUZ } from "./sample-time.ts";

export const SAMPLE_CODES: readonly DiscountCode[] = [
  {
    id: "1",
    code: "ARMAGHAN10",
    type: "percentage",
    value: 10,
    minPurchase: 500_000,
    maxDiscount: 500_000,
    expirationDate: NOWRUZ,
    isActive: true,
    isPublic: true,
  },
  {
    id: "2",
    code: "WELCOME-NEGAR-2026-SPRING",
    type: "fixed",
    value: 150_000,
    minPurchase: 0,
    maxDiscount: null,
    expirationDate: null,
    isActive: true,
    isPublic: false,
  },
  {
    id: "3",
    code: "YALDA",
    type: "percentage",
    value: 25,
    minPurchase: 1_000_000,
    maxDiscount: null,
    expirationDate: NOWRUZ,
    isActive: false,
    isPublic: true,
  },
];
