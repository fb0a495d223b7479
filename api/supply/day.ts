/**
 * SQL text: the day of Tehran of a time, as the sums of a day count it. A bound number is not whole
 * in the eyes of the database, so that it would divide it into a fraction.
 */
export const toDay = (time: string) => `(CAST(${time} AS INTEGER) + 12600000) / 86400000`;
