import { z } from "zod";

/**
 * Areas of the desk. A role says how far somebody may go, an area where: a call is open to those
 * whose role is high enough and who have its area. Section 10.11, decision 87.
 */
export const AREAS = [
  "goods",
  "codes",
  "tickets",
  "papers",
  "people",
  "money",
  "figures",
  "log",
  "settings",
] as const;
export const Area = z.enum(AREAS);
export type Area = z.infer<typeof Area>;

/** Areas as a body chooses them; without them a role brings its prepared set. */
export const ChosenAreas = z
  .array(Area, { error: "بخش‌ها را انتخاب کنید." })
  .min(1, { error: "دست‌کم یک بخش را انتخاب کنید." })
  .transform((chosen) => AREAS.filter((area) => chosen.includes(area)))
  .optional()
  .describe("Without it, the prepared set of the role");
