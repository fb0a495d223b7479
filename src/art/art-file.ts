import * as contract from "../../contract/catalogue.ts";
import type { Subcategory } from "../../contract/catalogue.ts";
import { type Card, drawFile, SMALLER } from "./card-art.ts";
import { MIDDLE_STEP } from "./value.ts";
import { readCategories } from "../page-data/catalogue.ts";

const WEEK_SECONDS = 604_800;

/** Finds a subcategory by `urlName` alone: an image's address does not contain the category. */
export async function findByUrlName(
  locals: App.Locals,
  urlName: string | undefined,
): Promise<Subcategory | undefined> {
  const categories = await readCategories(locals);
  return categories
    .flatMap((category) => category.subcategories)
    .find((subcategory) => subcategory.urlName === urlName);
}

/** Finds a card even if its subcategory or product is hidden: orders and the desk still show it. */
export async function findHiddenCard(
  locals: App.Locals,
  urlName: string | undefined,
  productId?: string,
): Promise<Card | undefined> {
  const query = productId === undefined ? "" : `?${new URLSearchParams({ product: productId })}`;
  const answer = await locals.shop(`/cards/${encodeURIComponent(urlName ?? "")}${query}`);
  if (!answer.ok) return undefined;
  const facts = contract.getCard.answer.parse(await answer.json());
  return { ...facts, urlName: urlName ?? "", step: MIDDLE_STEP };
}

/**
 * Answers with the card as an SVG file, with a redirect to an operator's own picture, or with 404.
 */
export async function answerArt(card: Card | undefined): Promise<Response> {
  // Redirects, because an SVG file in an `img` element cannot load another picture.
  if (card?.ownPicture !== undefined)
    return new Response(null, {
      status: 302,
      headers: { Location: card.ownPicture, "Cache-Control": "no-cache" },
    });
  const answer = answerDrawing(card && drawFile(card));
  // When somebody opens the file itself, this policy allows only the styles of `SMALLER`.
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(SMALLER));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  answer.headers.set(
    "Content-Security-Policy",
    "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; " +
      `frame-ancestors 'none'; style-src 'sha256-${hash}'`,
  );
  return answer;
}

/** Answers with an SVG file that may be cached for a week, or with 404 when there is none. */
export function answerDrawing(svg: string | undefined): Response {
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": `public, max-age=${String(WEEK_SECONDS)}`,
    },
  });
}
