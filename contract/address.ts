/**
 * Addresses of products within the site, as paths from its root.
 * This file must not import zod: browser scripts may import it, unlike the rest of contract/.
 */

interface Listing {
  /** The category's name in URLs. */
  type: string;
  /** The subcategory's name in URLs. */
  urlName: string;
}

/** Returns the path of the page that lists the products of a subcategory. */
export function listingAddress({ type, urlName }: Listing): string {
  return `/products/${encodeURIComponent(type)}/${encodeURIComponent(urlName)}`;
}

/**
 * Returns the path of a product on its listing page; `listing` is what `listingAddress` returns.
 */
export function productAddress(listing: string, productId: string): string {
  return `${listing}?product=${encodeURIComponent(productId)}`;
}

/** Returns the path of the drawn picture of a product or, without `productId`, a subcategory. */
export function pictureAddress(subcategoryUrlName: string, productId?: string): string {
  return productId === undefined
    ? `/art/${subcategoryUrlName}.svg`
    : `/art/${subcategoryUrlName}/${productId}.svg`;
}

/**
 * Returns the path of the square picture that the build drew of a product, for search engines and
 * sites that compare prices.
 */
export function squareAddress(productId: string): string {
  return `/share/products/${productId}.png`;
}

/**
 * Returns the path of a picture that an operator uploaded, in the size of a card or of a list row.
 */
export function ownPictureAddress(pictureId: string, size: "card" | "small" = "card"): string {
  return `/pictures/${pictureId}${size === "small" ? "-small" : ""}.jpg`;
}
