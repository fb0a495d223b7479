import { ownPictureAddress, pictureAddress } from "../../contract/address.ts";

/** A row of goods, as far as its picture goes. */
export interface Pictured {
  url_name: string;
  /** Null when the card is drawn. */
  picture_id: string | null;
}

/**
 * Returns the address of a product's picture; without `productId`, that of its subcategory. An
 * operator's own picture is the same for all products. `small` is for rows.
 */
export function pictureOf(
  { url_name: urlName, picture_id: own }: Pictured,
  productId?: string,
  size: "card" | "small" = "card",
): string {
  return own === null ? pictureAddress(urlName, productId) : ownPictureAddress(own, size);
}
