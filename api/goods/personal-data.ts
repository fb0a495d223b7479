import type { Section } from "../base/personal-data.ts";

/** The export lists what a person waits for; forgetting deletes it. */
export const GOODS_DATA: readonly Section[] = [
  {
    name: "restockAlerts",
    export: `SELECT product_id, created_at, told_at FROM restock_alert WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM restock_alert WHERE user_id = ?1"],
  },
];
