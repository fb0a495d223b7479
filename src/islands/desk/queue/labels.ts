import type { QueuePane } from "../../../stores/desk/queue-pane.ts";

/** The labels of the two decisions of each kind. Where «no» is null, there is nothing to refuse. */

interface Labels {
  yes: string;
  no: string | null;
}

const LABELS: Record<QueuePane["kind"], Labels> = {
  identity: { yes: "تأیید هویت", no: "رد" },
  bank_card: { yes: "تأیید کارت", no: "رد" },
  name_request: { yes: "تغییر نام", no: "رد" },
  withdrawal: { yes: "واریز", no: "رد" },
  payment: { yes: "پول در فروشگاه است", no: "پول روی کارت است" },
  refund: { yes: "پول در فروشگاه است", no: "پول روی کارت است" },
  look: { yes: "آزاد کردن سفارش", no: "بازگرداندن پول" },
  earning: { yes: "آزاد کردن درآمد", no: "پرداخت نشود" },
  stray_payment: { yes: "به کیف پول شخص", no: null },
  proposal: { yes: "تأیید می‌کنم", no: "کنار گذاشتن درخواست" },
  delivery: { yes: "تحویل کدها", no: null },
  ticket: { yes: "بستن تیکت", no: null },
};

export function labelsOf({ kind, isInHand }: QueuePane): Labels {
  if (kind !== "withdrawal") return LABELS[kind];
  return { yes: isInHand ? "ثبت واریز" : "در دست می‌گیرم و واریز می‌کنم", no: "رد" };
}
