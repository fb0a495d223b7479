import { deskUploadRefusals } from "../../contract/desk/upload.ts";
import { Hono } from "hono";
import { DESK_PATH } from "../../contract/desk/endpoints.ts";
import { IMAGE_LINK_SECONDS } from "../../contract/desk/upload.ts";
import { refusals } from "../../contract/endpoint.ts";
import { type ShopEnv, refuse } from "../base/context.ts";
import { noteLook } from "../base/decisions.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { type Vault, isSameSecret } from "../base/vault.ts";
import { answerImage } from "./answer-image.ts";
import type { MediaType } from "./image.ts";
import { findAnyUpload } from "./statements.ts";

export const deskUploads = new Hono<OperatorEnv>();

deskUploads.get("/:uploadId/link", async (c) => {
  const { db, vault, now } = c.var.shop;
  const id = c.req.param("uploadId");
  if (!(await findAnyUpload(db, id).first())) return refuse(c, deskUploadRefusals.imageGone);
  const moment = now();
  const expiresAt = moment + IMAGE_LINK_SECONDS * 1000;
  const proof = `${id}.${String(expiresAt)}.${await sign(vault, id, expiresAt)}`;
  const { operator } = c.var;
  await noteLook(db, { operator, subject: "upload", subjectId: id }, moment).run();
  return c.json({
    url: `${DESK_PATH}/images/${proof}`,
    expiresAt: new Date(expiresAt).toISOString(),
  });
});

/**
 * Serves images by an address that was signed for an operator, so that a browser can show one
 * without their token.
 */
export const deskImages = new Hono<ShopEnv>();

deskImages.get("/:proof", async (c) => {
  const { db, vault, now } = c.var.shop;
  const [id = "", expiry = "", signature = ""] = c.req.param("proof").split(".");
  const isProven = isSameSecret(signature, await sign(vault, id, Number(expiry)));
  if (!isProven || Number(expiry) <= now()) return refuse(c, refusals.notFound);
  const upload = await findAnyUpload(db, id).first<{ id: string; media_type: MediaType }>();
  return upload
    ? answerImage(c, c.var.shop.uploads, upload)
    : refuse(c, deskUploadRefusals.imageGone);
});

function sign(vault: Vault, id: string, expiresAt: number): Promise<string> {
  return vault.fingerprint("desk image", `${id}.${String(expiresAt)}`);
}
