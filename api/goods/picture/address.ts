import { ownPictureAddress, pictureAddress } from "../../../contract/address.ts";

/** The columns of goods from which the address of a picture is made. */
export interface Pictured {
  url_name: string;
  /** The id of the operator's own picture; null when the card is drawn. */
  picture_id: string | null;
}

/**
 * Returns the address of a product's picture; without `productId`, the address of the subcategory's
 * picture. An operator's own picture is the same for all products of the subcategory. `small` is
 * the size for rows of a list.
 */
export function pictureOf(
  { url_name: urlName, picture_id: own }: Pictured,
  productId?: string,
  size: "card" | "small" = "card",
): string {
  return own === null ? pictureAddress(urlName, productId) : ownPictureAddress(own, size);
}

/** The help pictures of a product as they are stored: by the id of the question. */
export type HelpPictures = Partial<Record<string, { id: string; alt: string }>>;

/** Returns a help picture as pages show it; undefined when the question has none. */
export function helpPictureOf(pictures: HelpPictures, questionId: string) {
  const picture = pictures[questionId];
  return picture && { url: ownPictureAddress(picture.id), alt: picture.alt };
}
