import { z } from "zod";

/**
 * Areas of the desk. A call is open to operators whose role is high enough and who have the area of
 * the call. Section 10.11, decision 87.
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

/** Areas in the body of a request; when absent, the default areas of the role apply. */
export const ChosenAreas = z
  .array(Area, { error: "بخش‌ها را انتخاب کنید." })
  .min(1, { error: "دست‌کم یک بخش را انتخاب کنید." })
  .transform((chosen) => AREAS.filter((area) => chosen.includes(area)))
  .optional()
  .describe("When absent, the default areas of the role");
