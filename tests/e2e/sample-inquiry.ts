import type { showInquiries } from "../../contract/desk/inquiry.ts";
import type { AnswerOf } from "../../contract/request.ts";

/** The inquiries of a shop, and their results. */
export const sampleInquiries: AnswerOf<typeof showInquiries> = {
  provider: "zibal",
  facts: ["phone", "card", "iban"],
  canApprove: true,
  origin: "https://api.zibal.ir",
  hasToken: true,
  perPersonDay: 3,
  questionsPerDay: 600,
  questionsToday: 87,
  questionsAnewAt: "2099-01-01T00:00:00.000Z",
  waiting: 2,
  today: { approved: 24, doubtful: 5, failed: 1, decided: 2 },
  week: { approved: 1_163, doubtful: 231, failed: 14, decided: 9 },
};
