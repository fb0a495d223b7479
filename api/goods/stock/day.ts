/**
 * SQL text: the day of Tehran of the time that a statement binds first, second or third, as the sums
 * of a day count it. A bound number is not whole in the eyes of the database, so that it would divide
 * it into a fraction.
 */
export const DAY_OF_FIRST = "(CAST(?1 AS INTEGER) + 12600000) / 86400000";
export const DAY_OF_SECOND = "(CAST(?2 AS INTEGER) + 12600000) / 86400000";
export const DAY_OF_THIRD = "(CAST(?3 AS INTEGER) + 12600000) / 86400000";
