import { z } from "zod";
import { type Endpoint, type Refusal } from "./endpoint.ts";

/** Whether the shop works, for a monitoring program. Section 10.8. */

export const healthRefusals = {
  late: { code: "late", status: 503, message: "کارهای زمان‌بندی‌شده فروشگاه عقب مانده است." },
} as const satisfies Record<string, Refusal>;

/** Minutes after which a job, a payment to check or a message counts as late. */
export const LATE_MINUTES = 5;

export const getHealth = {
  method: "GET",
  path: "/health",
  summary: "Check that the database works and that no job is late; made for monitoring programs",
  access: "anyone",
  answer: z.object({
    status: z.literal("ok"),
    version: z.string(),
    jobsRanAt: z.iso
      .datetime()
      .describe(
        "Since this time every job has run without an error; when late, `details` is this time",
      ),
  }),
  refusals: [healthRefusals.late],
} as const satisfies Endpoint;
