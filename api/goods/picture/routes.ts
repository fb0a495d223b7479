import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import { PictureName } from "../../../contract/picture.ts";
import { type ShopEnv, refuse } from "../../base/context.ts";
import { report } from "../../base/image/report.ts";
import { keyOf } from "./objects.ts";

/** Pictures of the catalogue, for everybody. An address always shows the same picture. */
export const pictures = new Hono<ShopEnv>();

const YEAR_SECONDS = 31_536_000;

pictures.get("/:name", async (c) => {
  const name = PictureName.safeParse(c.req.param("name"));
  if (!name.success) return refuse(c, refusals.notFound);
  const object = await c.var.shop.uploads
    .get(keyOf(name.data))
    .catch((error: unknown) => report(`The picture ${name.data} was not read`, error));
  if (object === undefined) return refuse(c, refusals.unavailable);
  if (object === null) return refuse(c, refusals.notFound);
  return c.body(object.body, 200, {
    "Content-Type": "image/jpeg",
    "Content-Length": String(object.size),
    "Content-Disposition": `inline; filename="${name.data}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": `public, max-age=${String(YEAR_SECONDS)}, immutable`,
  });
});
