import { type Context, Hono } from "hono";
import { DESK_IMAGE_PATH } from "../contract/desk/upload.ts";
import { DESK_PATH, deskEndpoints } from "../contract/desk/endpoints.ts";
import { refusals } from "../contract/endpoint.ts";
import { askShop, passOn, refuse } from "./ask-shop.ts";
import type { Edge } from "./environment.ts";

/**
 * Calls below /desk, which carry an operator's own token. Cookies are neither read, forwarded nor
 * set, so that no page in a browser can use the desk on an operator's behalf.
 */
export const forwardDesk = new Hono<{ Bindings: Edge }>();

const below = DESK_PATH.replace("/desk", "");
const FORWARDED_HEADERS = ["Accept", "Authorization", "Content-Type", "If-None-Match"];

for (const { method, path } of [...deskEndpoints, { method: "GET", path: DESK_IMAGE_PATH }]) {
  forwardDesk.on(method, `${below}${path}`, carry);
}
forwardDesk.all("*", (c) => refuse(c, refusals.notFound));

async function carry(c: Context<{ Bindings: Edge }>): Promise<Response> {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const answer = await askShop(c, headers);
  const response =
    answer === null ? refuse(c, refusals.unavailable) : passOn(c, answer, answer.body);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}
