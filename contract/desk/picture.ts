import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { uploadRefusals } from "../upload.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { plain } from "../question.ts";
import { Version, catalogueRefusals } from "./goods.ts";
import { PICTURES } from "../picture-sizes.ts";

/** Pictures that operators upload for subcategories and for questions. Sections 10.36 and 10.37. */

const sizes = Object.values(PICTURES).map(
  ({ width, height }) => `${String(width)}×${String(height)}`,
);

export const pictureRefusals = {
  noPicture: {
    code: "no_picture",
    status: 409,
    message: "این زیردسته تصویری از شما ندارد؛ کارت آن کشیده می‌شود.",
  },
  noHelpPicture: { code: "no_help_picture", status: 409, message: "این پرسش تصویر راهنما ندارد." },
  wrongPicture: {
    code: "wrong_picture",
    status: 422,
    message: `تصویر باید JPEG باشد، درست در اندازه‌ای که این‌جا نشان داده می‌شود (${sizes.join("، ")}).`,
  },
  pictureTooLarge: {
    code: "picture_too_large",
    status: 413,
    message: "حجم این تصویر برای صفحه‌های فروشگاه زیاد است.",
  },
} as const satisfies Record<string, Refusal>;

const ofAll = [refusals.invalid, refusals.notFound, catalogueRefusals.stale];
const ofUploads = [
  ...ofAll,
  uploadRefusals.noFile,
  pictureRefusals.wrongPicture,
  pictureRefusals.pictureTooLarge,
];

export const setPicture = {
  method: "PUT",
  path: "/subcategories/:id/picture",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary:
    "Show an operator's own picture instead of the drawn card: a JPEG of 640 × 400, and the same picture in 176 × 110",
  query: z.object({ version: Version }),
  upload: ["card", "small"],
  answer: Message,
  refusals: ofUploads,
} as const satisfies DeskEndpoint;

export const removePicture = {
  method: "DELETE",
  path: "/subcategories/:id/picture",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Remove the operator's own picture, so that the drawn card is shown again",
  query: z.object({ version: Version }),
  answer: Message,
  refusals: [...ofAll, pictureRefusals.noPicture],
} as const satisfies DeskEndpoint;

export const setSharePicture = {
  method: "PUT",
  path: "/subcategories/:id/share-picture",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Store the picture for shared links to the listing: a JPEG of 1200 × 630",
  query: z.object({
    artVersion: Version.describe(
      "`artVersion` from which the picture was drawn; an outdated one is refused",
    ),
  }),
  upload: ["share"],
  answer: Message,
  refusals: ofUploads,
} as const satisfies DeskEndpoint;

export const setHelpPicture = {
  method: "PUT",
  path: "/products/:id/questions/:questionId/picture",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary:
    "Set the help picture of a question, which shows where its answer is found: a JPEG of 800 × 800",
  query: z.object({
    version: Version,
    alt: plain(2, 150, "بنویسید تصویر چه نشان می‌دهد.").describe(
      "Text for people who cannot see the picture",
    ),
  }),
  upload: ["help"],
  answer: Message,
  refusals: ofUploads,
} as const satisfies DeskEndpoint;

export const removeHelpPicture = {
  method: "DELETE",
  path: "/products/:id/questions/:questionId/picture",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Remove the help picture of a question",
  query: z.object({ version: Version }),
  answer: Message,
  refusals: [...ofAll, pictureRefusals.noHelpPicture],
} as const satisfies DeskEndpoint;
