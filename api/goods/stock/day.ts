/**
 * SQL text: the Tehran day, as the daily sums count it, of the time in parameter ?1, ?2 or ?3. The
 * cast is needed because D1 binds numbers as floats, so the division would give a fraction.
 */
export const DAY_OF_FIRST = "(CAST(?1 AS INTEGER) + 12600000) / 86400000";
export const DAY_OF_SECOND = "(CAST(?2 AS INTEGER) + 12600000) / 86400000";
export const DAY_OF_THIRD = "(CAST(?3 AS INTEGER) + 12600000) / 86400000";
