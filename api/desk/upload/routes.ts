import { Hono } from "hono";
import type { Area } from "../../../contract/desk/area.ts";
import { isOpenTo } from "../../../contract/desk/caller.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { DESK_PATH } from "../../../contract/desk/endpoints.ts";
import { IMAGE_LINK_SECONDS, deskUploadRefusals } from "../../../contract/desk/upload.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { readTogether, readFirst } from "../../base/batch.ts";
import { type ShopEnv, bearerToken, refuse } from "../../base/context.ts";
import { noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { type Vault, isSameSecret, sha256 } from "../../base/vault.ts";
import { answerImage } from "../../base/image/answer-image.ts";
import { noteDelivery } from "./delivered.ts";
import { type AnyUploadRow, findAnyUpload, findViewer } from "../../people/upload/statements.ts";
import { toIso } from "../../base/time.ts";

export const deskUploads = new Hono<OperatorEnv>();

deskUploads.get("/:uploadId/link", async (c) => {
  const { db, vault, now } = c.var.shop;
  const id = c.req.param("uploadId");
  const row = await readFirst(findAnyUpload(db, id));
  if (!row) return refuse(c, deskUploadRefusals.imageGone);
  const { operator } = c.var;
  if (!areasOf(row).some((area) => isOpenTo(area, operator)))
    return refuse(c, deskRefusals.areaClosed);
  const moment = now();
  const expiresAt = moment + IMAGE_LINK_SECONDS * 1000;
  const signed = `${id}.${String(expiresAt)}.${operator.tokenId}`;
  await noteView({ db, operator, moment }, "upload", id).run();
  return c.json({
    url: `${DESK_PATH}/images/${signed}.${await sign(vault, signed)}`,
    expiresAt: toIso(expiresAt),
  });
});

/**
 * Returns the areas that may see a picture. A picture that does not belong to anything yet is in
 * the area `papers`.
 */
const areasOf = (row: AnyUploadRow): readonly Area[] => [
  ...(row.is_of_ticket === 1 ? (["tickets"] as const) : []),
  ...(row.is_of_papers === 1 || row.is_of_ticket === 0 ? (["papers"] as const) : []),
];

/**
 * Serves images at addresses that were each signed for one token of an operator. If the token is of
 * a session, the browser must send that session too, so that the address is useless to others. An
 * address for the token of a program or a terminal opens in any browser, because there is no
 * session that a browser could send.
 */
export const deskImages = new Hono<ShopEnv>();

deskImages.get("/:proof", async (c) => {
  const { db, uploads, vault, now } = c.var.shop;
  const [id = "", expiry = "", tokenId = "", signature = ""] = c.req.param("proof").split(".");
  const isProven = isSameSecret(signature, await sign(vault, `${id}.${expiry}.${tokenId}`));
  if (!isProven || Number(expiry) <= now()) return refuse(c, refusals.notFound);
  const [[upload], [viewer]] = await readTogether(db, [
    findAnyUpload(db, id),
    findViewer(db, tokenId, now()),
  ]);
  const isTheirs =
    viewer?.kind === "token" || viewer?.hash === (await sha256(bearerToken(c) ?? ""));
  if (!isTheirs) return refuse(c, refusals.notFound);
  return upload
    ? answerImage(c, uploads, upload, () => noteDelivery(db, id, tokenId, now()).run())
    : refuse(c, deskUploadRefusals.imageGone);
});

/** Signs the id of an image, the time when its address expires, and the id of its token. */
function sign(vault: Vault, signed: string): Promise<string> {
  return vault.fingerprint("desk image", signed);
}
