import type { Section } from "../base/personal-data.ts";

/** Sections of the export about what a person waits for, and what forgetting them removes. */
export const GOODS_DATA: readonly Section[] = [
  {
    name: "restockAlerts",
    export: `SELECT product_id, created_at, told_at FROM restock_alert WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM restock_alert WHERE user_id = ?1"],
  },
];
