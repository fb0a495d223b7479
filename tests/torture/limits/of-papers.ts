import { expect } from "vitest";
import {
  BANK_CARDS_MAX,
  CARD_TRIES_PER_DAY_MAX,
  addBankCard,
} from "../../../contract/bank-card.ts";
import { IMAGE_LINK_SECONDS, getImageLink } from "../../../contract/desk/upload.ts";
import {
  IMAGE_MAX_BYTES,
  IMAGE_PIXELS_MAX,
  UPLOADS_PER_DAY_MAX,
} from "../../../contract/upload.ts";
import { updateProfile } from "../../../contract/user.ts";
import { chunk, png } from "../../support/images.ts";
import { withCheckDigit } from "../../support/people.ts";
import {
  type Limit,
  allowsOnly,
  constant,
  endsAfter,
  expectAnswer,
  letters,
  place,
} from "./limit.ts";
import type { Shopper } from "./stage.ts";

/** Limits of cards, images and request sizes. */

const UPLOAD = "contract/upload.ts";
const NO_IMAGE = "/api/v1/uploads/aaaaaaaaaaaaaaaaaaaaaa";

const addCard = ({ ask }: Shopper, number: number, cardImage: string, cardOwner = "آزمون") =>
  ask(addBankCard, {
    body: {
      cardNumber: withCheckDigit(`621986105${String(number).padStart(6, "0")}`),
      cardOwner,
      cardImage,
    },
  });

async function imageOf(shopper: Shopper): Promise<string> {
  const sent = await shopper.upload();
  expectAnswer(sent);
  return sent.body.imageUrl;
}

/** Makes a PNG of exactly `bytes` bytes, with a long text chunk. */
function heavyImage(bytes: number): Uint8Array<ArrayBuffer> {
  const filled = (length: number) => png({ before: [chunk("tEXt", new Uint8Array(length))] });
  return filled(bytes - filled(0).length);
}

export const limitsOfPapers: Limit[] = [
  constant("contract/bank-card.ts", "BANK_CARDS_MAX", "1_000", async (stage) => {
    const shopper = await stage.newShopper({ cardStatus: "none" });
    const image = await imageOf(shopper);
    await endsAfter(BANK_CARDS_MAX, (count) => addCard(shopper, count, image), "too_many_cards");
  }),
  constant("contract/bank-card.ts", "CARD_TRIES_PER_DAY_MAX", "2_000", async (stage) => {
    const shopper = await stage.newShopper();
    await endsAfter(
      CARD_TRIES_PER_DAY_MAX,
      (count) => addCard(shopper, count, NO_IMAGE),
      "too_many",
      "image_not_found",
    );
  }),
  place(
    "the length of a card owner's name",
    {
      file: "contract/field.ts",
      find: /\[\.\.\.value\]\.length <= 100,/,
      replace: "[...value].length <= 10_000,",
    },
    async (stage) => {
      const shopper = await stage.newShopper({ cardStatus: "none" });
      const image = await imageOf(shopper);
      await allowsOnly((length) => addCard(shopper, length, image, letters(length)), {
        inside: 100,
        beyond: 101,
      });
    },
  ),
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
    const send = (width: number) => shopper.upload(png({ width, height }));
    await allowsOnly(
      send,
      { inside: IMAGE_PIXELS_MAX / height, beyond: IMAGE_PIXELS_MAX / height + 1 },
      "not_an_image",
    );
  }),
  // The image is small; only the whole form is too large.
  constant("api/shop.ts", "UPLOAD_MAX_BYTES", "1_000_000_000", async (stage) => {
    const shopper = await stage.newShopper();
    const send = (length: number) => shopper.upload(png(), { other: "a".repeat(length) });
    await allowsOnly(
      send,
      { inside: IMAGE_MAX_BYTES, beyond: IMAGE_MAX_BYTES + 512 * 1024 },
      "image_too_large",
    );
  }),
  constant("api/shop.ts", "JSON_MAX_BYTES", "1_000_000_000", async (stage) => {
    const { askUntyped } = await stage.newShopper();
    const send = (length: number) =>
      askUntyped(updateProfile, { body: { other: "a".repeat(length) } });
    await allowsOnly(send, { inside: 64 * 1024 - 100, beyond: 64 * 1024 }, "too_large");
  }),
  constant("contract/desk/upload.ts", "IMAGE_LINK_SECONDS", "12_000", async (stage) => {
    const id = (await imageOf(await stage.newShopper())).split("/").at(-1) ?? "";
    const { url: link } = (await stage.desk(getImageLink, { params: { uploadId: id } })).body;
    const look = async () =>
      (await stage.shop.fetch(new Request(`https://shop.example${link}`))).status;
    stage.pass(IMAGE_LINK_SECONDS * 1_000 - 1);
    expect(await look()).toBe(200);
    stage.pass(1);
    expect(await look()).toBe(404);
  }),
];
