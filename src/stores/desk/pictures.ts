import { atom } from "nanostores";
import type {
  removeHelpPicture,
  removePicture,
  setHelpPicture,
  setPicture,
  setSharePicture,
} from "../../../contract/desk/picture.ts";
import type { CutCard } from "../../art/cut-card.ts";
import { settings } from "../../settings.ts";
import { callDesk } from "./call.ts";
import {
  $catalogue,
  type Catalogue,
  type ProductPage,
  type Subcategory,
  loadCatalogue,
  loadProduct,
  thenLoad,
} from "./catalogue.ts";

/**
 * Operators' pictures: own pictures of cards, help pictures of questions, and share pictures of
 * listings.
 */

export const ownPictureOf = ({ ownPicture, urlName, version }: Subcategory) =>
  ownPicture ?? `/art/${urlName}.svg?v=${version}`;

export function showPicture({ id, version }: Subcategory, { card, small }: CutCard) {
  const form = new FormData();
  form.set("card", card);
  form.set("small", small);
  return thenLoad(
    callDesk<typeof setPicture>("PUT", "/subcategories/:id/picture", {
      params: { id },
      query: { version },
      form,
    }),
    loadCatalogue,
  );
}

export const dropPicture = ({ id, version }: Subcategory) =>
  thenLoad(
    callDesk<typeof removePicture>("DELETE", "/subcategories/:id/picture", {
      params: { id },
      query: { version },
    }),
    loadCatalogue,
  );

export function showHelpPicture(
  { id, helpVersion: version }: ProductPage,
  questionId: string,
  picture: Blob,
  alt: string,
) {
  const form = new FormData();
  form.set("help", picture);
  return thenLoad(
    callDesk<typeof setHelpPicture>("PUT", "/products/:id/questions/:questionId/picture", {
      params: { id, questionId },
      query: { version, alt },
      form,
    }),
    () => loadProduct(id),
  );
}

export const dropHelpPicture = ({ id, helpVersion: version }: ProductPage, questionId: string) =>
  thenLoad(
    callDesk<typeof removeHelpPicture>("DELETE", "/products/:id/questions/:questionId/picture", {
      params: { id, questionId },
      query: { version },
    }),
    () => loadProduct(id),
  );

/**
 * Versions of the share pictures from the build, by the subcategory's `urlName`; null until loaded.
 */
export const $built = atom<Record<string, string> | null>(null);

/** busy: share pictures are being drawn. failed: the last ones could not be drawn. */
export const $drawing = atom<"still" | "busy" | "failed">("still");

const BUILT = "/share/subcategories.json";

export async function loadBuilt(): Promise<void> {
  const answer = await fetch(BUILT).catch(() => null);
  // Without this file, the pictures of the build are unknown: then every picture is drawn again.
  $built.set(
    answer?.ok && !answer.redirected
      ? await (answer.json() as Promise<Record<string, string>>).catch(() => ({}))
      : {},
  );
}

/** Returns the subcategories whose share picture is missing or out of date. */
export function withoutShare(
  categories: Catalogue["categories"],
  built: Record<string, string>,
): { subcategory: Subcategory; heading: string }[] {
  return categories.flatMap(({ displayName, subcategories }) =>
    subcategories
      .filter(
        ({ hasSharePicture, urlName, artVersion }) =>
          !hasSharePicture && built[urlName] !== artVersion,
      )
      .map((subcategory) => ({
        subcategory,
        heading: `${displayName} ${subcategory.displayName}`,
      })),
  );
}

/**
 * Draws the missing share pictures of these subcategories, one after the other, and uploads them.
 * `$drawing` then says whether one failed.
 */
export function drawShares(requested: (subcategory: Subcategory) => boolean): Promise<void> {
  drawn = drawn.then(() => drawRequested(requested));
  return drawn;
}

/** Resolves when all pictures that were requested so far are drawn. */
let drawn: Promise<void> = Promise.resolve();

async function drawRequested(requested: (subcategory: Subcategory) => boolean): Promise<void> {
  if ($built.get() === null) await loadBuilt();
  const loaded = $catalogue.get();
  const lacking =
    loaded.state === "ready" ? withoutShare(loaded.value.categories, $built.get() ?? {}) : [];
  const todo = lacking.filter(({ subcategory }) => requested(subcategory));
  if (todo.length === 0) return;
  $drawing.set("busy");
  let isWhole = true;
  for (const one of todo) isWhole = (await drawShare(one)) && isWhole;
  await loadCatalogue();
  $drawing.set(isWhole ? "still" : "failed");
}

async function drawShare({
  subcategory,
  heading,
}: {
  subcategory: Subcategory;
  heading: string;
}): Promise<boolean> {
  const { paintShare } = await import("../../art/paint-share.ts");
  const cardUrl = ownPictureOf(subcategory);
  const share = await paintShare({ shop: settings.name, heading, cardUrl }).catch(() => null);
  if (share === null) return false;
  const form = new FormData();
  form.set("share", share);
  const { id, artVersion } = subcategory;
  const outcome = await callDesk<typeof setSharePicture>(
    "PUT",
    "/subcategories/:id/share-picture",
    { params: { id }, query: { artVersion }, form },
  );
  return outcome.ok;
}
