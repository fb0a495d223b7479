import type { APIRoute } from "astro";

const OWN_PICTURE = "armaghan.png";

/** A picture that was not drawn at build, because what it shows is newer: the shop's own stands in until the next build. */
export const GET: APIRoute = ({ params, redirect }) =>
  params["path"] === OWN_PICTURE ? new Response(null, { status: 404 }) : redirect(`/share/${OWN_PICTURE}`, 302);
