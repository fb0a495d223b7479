const groups = new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 0 });

/** A whole number in Persian digits with separators: 1280000 → «۱٬۲۸۰٬۰۰۰». */
export function formatNumber(value: number): string {
  return groups.format(value);
}

/** An amount in toman as people read it: 1280000 → «۱٬۲۸۰٬۰۰۰ تومان». `IRT` is no ISO code, so Intl's currency style cannot. */
export function formatToman(amountToman: number): string {
  return `${groups.format(amountToman)} تومان`;
}
