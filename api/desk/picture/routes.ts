import { Hono } from "hono";
import { catalogueRefusals } from "../../../contract/desk/goods.ts";
import {
  pictureRefusals,
  removePicture,
  setPicture,
  setSharePicture,
} from "../../../contract/desk/picture.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { claimFacts } from "../../goods/catalogue/carry-out.ts";
import { versionOf } from "../../goods/catalogue/change.ts";
import { type SubcategoryRow, selectSubcategory } from "../../goods/catalogue/stored.ts";
import { storePictures } from "../../goods/picture/objects.ts";
import { readPictures } from "../../goods/picture/read-pictures.ts";
import { setPictureId, setShare } from "../../goods/picture/statements.ts";

/** Pictures of subcategories at the desk. Section 10.37. */
export const deskPictures = new Hono<OperatorEnv>();

deskPictures.put("/:id/picture", query(setPicture.query), async (c) => {
  const row = await readFirst(selectSubcategory(c.var.shop.db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  if ((await versionOf(row.facts)) !== c.var.query.version)
    return refuse(c, catalogueRefusals.stale);
  const pictures = await readPictures(c.req, setPicture.upload);
  if ("code" in pictures) return refuse(c, pictures);
  const picture = await storePictures(c.var.shop.uploads, pictures);
  if (picture === null) return refuse(c, refusals.unavailable);
  if (!(await decidePicture(c.var, row, picture))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "تصویر شما نشان داده می‌شود." });
});

deskPictures.delete("/:id/picture", query(removePicture.query), async (c) => {
  const row = await readFirst(selectSubcategory(c.var.shop.db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  if (row.picture_id === null) return refuse(c, pictureRefusals.noPicture);
  if ((await versionOf(row.facts)) !== c.var.query.version)
    return refuse(c, catalogueRefusals.stale);
  if (!(await decidePicture(c.var, row, null))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "کارت دوباره کشیده می‌شود." });
});

deskPictures.put("/:id/share-picture", query(setSharePicture.query), async (c) => {
  const { shop, operator } = c.var;
  const row = await readFirst(selectSubcategory(shop.db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  if ((await versionOf(row.art)) !== c.var.query.artVersion)
    return refuse(c, catalogueRefusals.stale);
  const pictures = await readPictures(c.req, setSharePicture.upload);
  if ("code" in pictures) return refuse(c, pictures);
  const id = await storePictures(shop.uploads, pictures);
  if (id === null) return refuse(c, refusals.unavailable);
  const { db, now } = shop;
  const isKept = await runBatch(db, [
    ...setShare(db, row.id, { id, drawnFrom: row.art }),
    noteDecision({ db, operator, moment: now() }, "subcategory", row.id, "share_drawn", {
      note: nameOf(row),
      after: id,
    }),
  ]);
  if (!isKept) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "تصویر هم‌رسانی تازه شد." });
});

/** Sets or removes the picture. False when the subcategory changed since it was read. */
function decidePicture(
  { shop, operator }: OperatorEnv["Variables"],
  row: SubcategoryRow,
  picture: string | null,
): Promise<boolean> {
  const { db } = shop;
  const moment = shop.now();
  const verdict = picture === null ? "picture_removed" : "pictured";
  return runBatch(db, [
    claimFacts(db, "subcategory", [{ id: row.id, seen: row.facts }]),
    ...setPictureId(db, row.id, picture, moment),
    noteDecision({ db, operator, moment }, "subcategory", row.id, verdict, {
      note: nameOf(row),
      before: row.picture_id,
      after: picture,
    }),
  ]);
}

const nameOf = ({ facts }: SubcategoryRow) =>
  (JSON.parse(facts) as { displayName: string }).displayName;
