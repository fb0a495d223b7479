import { deflateSync } from "node:zlib";
import { expect } from "vitest";
import { getImageLink, IMAGE_LINK_SECONDS } from "../../../contract/desk/upload.ts";
import {
  IMAGE_MAX_BYTES,
  IMAGE_PIXELS_MAX,
  UPLOADS_PER_DAY_MAX,
} from "../../../contract/upload.ts";
import { chunk, png } from "../../support/images.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, type Limit } from "./limit.ts";
import type { Shopper } from "./stage.ts";

export async function imageOf(shopper: Shopper): Promise<string> {
  const sent = await shopper.upload();
  expectAnswer(sent);
  return sent.body.imageUrl;
}

const UPLOAD = "contract/upload.ts";

/** Makes a PNG of exactly `bytes` bytes, with a long text chunk. */
function heavyImage(bytes: number): Uint8Array<ArrayBuffer> {
  const filled = (length: number) => png({ before: [chunk("tEXt", new Uint8Array(length))] });
  return filled(bytes - filled(0).length);
}

export const limitsOfUpload: Limit[] = [
  constant(UPLOAD, "UPLOADS_PER_DAY_MAX", "2_000", async (stage) => {
    const shopper = await stage.newShopper();
    await endsAfter(UPLOADS_PER_DAY_MAX, () => shopper.upload(), "too_many");
  }),
  constant(UPLOAD, "IMAGE_MAX_BYTES", "1_000_000_000", async (stage) => {
    const shopper = await stage.newShopper();
    const send = (bytes: number) => shopper.upload(heavyImage(bytes));
    await allowsOnly(
      send,
      { inside: IMAGE_MAX_BYTES, beyond: IMAGE_MAX_BYTES + 1 },
      "image_too_large",
    );
  }),
  constant(UPLOAD, "IMAGE_PIXELS_MAX", "1_000_000_000_000", async (stage) => {
    const shopper = await stage.newShopper();
    const height = 4_000;
    const send = (width: number) =>
      shopper.upload(
        png({ width, height, data: deflateSync(new Uint8Array(height * (1 + width))) }),
      );
    await allowsOnly(
      send,
      { inside: IMAGE_PIXELS_MAX / height, beyond: IMAGE_PIXELS_MAX / height + 1 },
      "not_an_image",
    );
  }),
  constant("contract/desk/upload.ts", "IMAGE_LINK_SECONDS", "12_000", async (stage) => {
    const id = (await imageOf(await stage.newShopper())).split("/").at(-1) ?? "";
    const { url: link } = (await stage.desk(getImageLink, { params: { uploadId: id } })).body;
    const look = async () =>
      (await stage.shop.fetch(new Request(`https://shop.internal${link}`))).status;
    stage.pass(IMAGE_LINK_SECONDS * 1_000 - 1);
    expect(await look()).toBe(200);
    stage.pass(1);
    expect(await look()).toBe(404);
  }),
];
