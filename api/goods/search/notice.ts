interface NoticedProduct {
  region: string;
  display_name: string;
}

/**
 * Returns a sentence when the query names a service that is not sold, or a region for which none of
 * the products was found; otherwise null. `meanings` lists the kind and the name of each thing that
 * words of the query mean.
 */
export function toNotice(
  meanings: readonly (readonly [string, string])[],
  products: readonly NoticedProduct[],
): string | null {
  const [unsold] = namesOf(meanings, "unsold");
  if (unsold !== undefined) return `${unsold} را نمی‌فروشیم.`;
  const regions = namesOf(meanings, "region");
  const [first] = products;
  const hasRegion = products.some(({ region }) => regions.includes(region));
  if (regions.length === 0 || !first || hasRegion) return null;
  const requested = regions.join(" و ");
  if (products.some((product) => product.display_name !== first.display_name))
    return `برای ریجن ${requested} چنین کارتی نداریم.`;
  const sold = [...new Set(products.map(({ region }) => region))].join("، ");
  return `${first.display_name} برای ریجن ${requested} نداریم. ریجن‌هایی که داریم: ${sold}.`;
}

function namesOf(meanings: readonly (readonly [string, string])[], requested: string): string[] {
  return [...new Set(meanings.flatMap(([kind, name]) => (kind === requested ? [name] : [])))];
}
