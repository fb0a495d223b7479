import { Hono } from "hono";
import { catalogueRefusals } from "../../../contract/desk/goods.ts";
import {
  pictureRefusals,
  removeHelpPicture,
  setHelpPicture,
} from "../../../contract/desk/picture.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { versionOf } from "../../goods/catalogue/change.ts";
import type { HelpPictures } from "../../goods/picture/address.ts";
import { storePictures } from "../../goods/picture/objects.ts";
import { readPictures } from "../../goods/picture/read-pictures.ts";
import { findHelpPictures, setHelpPictures } from "../../goods/picture/statements.ts";

/** Pictures that help to answer the questions of a product. Section 10.36. */
export const deskHelpPictures = new Hono<OperatorEnv>();

const PATH = "/:id/questions/:questionId/picture";

deskHelpPictures.put(PATH, query(setHelpPicture.query), async (c) => {
  const { version, alt } = c.var.query;
  const asked = await findAsked(c.var.shop, c.req.param());
  if (!asked) return refuse(c, refusals.notFound);
  if ((await versionOf(asked.row.question_pictures)) !== version)
    return refuse(c, catalogueRefusals.stale);
  const pictures = await readPictures(c.req, setHelpPicture.upload);
  if ("code" in pictures) return refuse(c, pictures);
  const id = await storePictures(c.var.shop.uploads, pictures);
  if (id === null) return refuse(c, refusals.unavailable);
  if (!(await decideHelp(c.var, asked, { id, alt }))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "تصویر راهنما کنار پرسش نشان داده می‌شود." });
});

deskHelpPictures.delete(PATH, query(removeHelpPicture.query), async (c) => {
  const asked = await findAsked(c.var.shop, c.req.param());
  if (!asked) return refuse(c, refusals.notFound);
  if (!asked.pictures[asked.questionId]) return refuse(c, pictureRefusals.noHelpPicture);
  if ((await versionOf(asked.row.question_pictures)) !== c.var.query.version)
    return refuse(c, catalogueRefusals.stale);
  if (!(await decideHelp(c.var, asked, null))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "تصویر راهنما برداشته شد." });
});

interface QuestionWithPictures {
  productId: string;
  questionId: string;
  row: { question_pictures: string; name: string; label: string };
  pictures: HelpPictures;
}

/** Finds a question of a product; null when the product does not ask it. */
async function findAsked(
  { db }: Shop,
  { id: productId, questionId }: { id: string; questionId: string },
): Promise<QuestionWithPictures | null> {
  const row = await readFirst(findHelpPictures(db, productId, questionId));
  return (
    row && {
      productId,
      questionId,
      row,
      pictures: JSON.parse(row.question_pictures) as HelpPictures,
    }
  );
}

/** Sets the help picture, or removes it (null). False when something changed since it was read. */
function decideHelp(
  { shop, operator }: OperatorEnv["Variables"],
  { productId, questionId, row, pictures }: QuestionWithPictures,
  picture: { id: string; alt: string } | null,
): Promise<boolean> {
  const { [questionId]: before, ...others } = pictures;
  const after = picture === null ? others : { ...others, [questionId]: picture };
  const { db, now } = shop;
  const verdict = picture === null ? "help_picture_removed" : "help_pictured";
  return runBatch(db, [
    ...setHelpPictures(db, productId, questionId, {
      seen: row.question_pictures,
      pictures: JSON.stringify(after),
    }),
    noteDecision({ db, operator, moment: now() }, "product", productId, verdict, {
      note: `${row.name}: ${row.label}`,
      before: before?.id,
      after: picture?.id,
    }),
  ]);
}
