/**
 * Addresses of products within the site, as paths from its root.
 * This file must not import zod: browser scripts may import it, unlike the rest of contract/.
 */

interface Listing {
  /** The category's name in addresses. */
  type: string;
  /** The subcategory's name in addresses. */
  urlName: string;
}

/** The page that lists the products of a subcategory. */
export function listingAddress({ type, urlName }: Listing): string {
  return `/products/${encodeURIComponent(type)}/${encodeURIComponent(urlName)}`;
}

/** A product on its listing page; `listing` is what `listingAddress` returns. */
export function productAddress(listing: string, productId: string): string {
  return `${listing}?product=${encodeURIComponent(productId)}`;
}

/** The drawn picture of a product; without `productId`, that of its subcategory. */
export function pictureAddress(subcategoryUrlName: string, productId?: string): string {
  return productId === undefined
    ? `/art/${subcategoryUrlName}.svg`
    : `/art/${subcategoryUrlName}/${productId}.svg`;
}

/** The square picture of a product that the build drew, for price comparers and search engines. */
export function squareAddress(productId: string): string {
  return `/share/products/${productId}.png`;
}

/** An operator's own picture, as a card or for rows. */
export function ownPictureAddress(pictureId: string, size: "card" | "small" = "card"): string {
  return `/pictures/${pictureId}${size === "small" ? "-small" : ""}.jpg`;
}
