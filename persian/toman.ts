const groups = new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 0 });
const averages = new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 1 });

/** A whole number in Persian digits with separators: 1280000 → «۱٬۲۸۰٬۰۰۰». */
export function formatNumber(value: number): string {
  return groups.format(value);
}

/** An average with its one decimal: 4.5 → «۴٫۵». */
export function formatAverage(value: number): string {
  return averages.format(value);
}

/** An amount in toman as people read it: 1280000 → «۱٬۲۸۰٬۰۰۰ تومان». `IRT` is no ISO code, so Intl's currency style cannot. */
export function formatToman(amountToman: number): string {
  return `${groups.format(amountToman)} تومان`;
}
