import { Hono } from "hono";
import { importCatalogue, previewCatalogue } from "../../../contract/desk/catalogue-file.ts";
import { catalogueRefusals } from "../../../contract/desk/goods.ts";
import { body, refuse } from "../../base/context.ts";
import { mayNameCosts } from "../giving/costs.ts";
import { maySetPrices, paidPrice } from "../giving/prices.ts";
import { noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { sha256 } from "../../base/vault.ts";
import { type Plan, costsIn, differences } from "../../goods/catalogue/change.ts";
import { decide, readStored } from "../../goods/catalogue/decide.ts";
import { planFile } from "../../goods/catalogue/plan-file.ts";

/** Catalogue files at the desk. Section 10.30. */
export const deskCatalogueFiles = new Hono<OperatorEnv>();

const FROM_FILE = "از پروندهٔ کالاها";

deskCatalogueFiles.post("/preview", body(previewCatalogue.body), async (c) => {
  const { shop, operator } = c.var;
  const plan = planFile(c.var.body.catalogue, await readStored(shop));
  if (Object.keys(plan.mistakes).length > 0)
    return refuse(c, catalogueRefusals.wrongFile, { fields: plan.mistakes });
  const { db, now } = shop;
  await noteView({ db, operator, moment: now() }, "list", previewCatalogue.path).run();
  const made = plan.made.map(({ kind, id, name, facts }) => ({
    kind,
    id,
    name,
    isNew: true,
    fields: differences("{}", facts),
  }));
  const changed = plan.changed.map(({ kind, id, name, seen, facts }) => ({
    kind,
    id,
    name,
    isNew: false,
    fields: differences(seen, facts),
  }));
  return c.json({
    fingerprint: await fingerprintOf(plan),
    changes: [...made, ...changed],
    unchanged: plan.unchanged,
  });
});

deskCatalogueFiles.post("/import", body(importCatalogue.body), async (c) => {
  const { catalogue, fingerprint } = c.var.body;
  const plan = planFile(catalogue, await readStored(c.var.shop));
  if (Object.keys(plan.mistakes).length > 0)
    return refuse(c, catalogueRefusals.wrongFile, { fields: plan.mistakes });
  const changed = plan.made.length + plan.changed.length;
  // When a request is repeated, nothing is left to change.
  if (changed === 0) return c.json({ message: "همه‌چیز همین است که پرونده می‌گوید.", changed });
  if ((await fingerprintOf(plan)) !== fingerprint) return refuse(c, catalogueRefusals.stale);
  const giving = await maySetPrices(
    c.var,
    plan.changed.flatMap((one) => (one.kind === "price" ? [paidPrice(one.id, one.facts)] : [])),
    { isForTwo: true, subject: "price", subjectId: fingerprint, note: FROM_FILE },
    c.var.shop.now(),
  );
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  // `isSure` is true, because the operator has seen these costs in the preview.
  const costs = await mayNameCosts(
    c.var,
    costsIn(plan.changed),
    { isSure: true, subject: "price", subjectId: fingerprint, asked: "costs", note: FROM_FILE },
    c.var.shop.now(),
  );
  if ("refusal" in costs) return refuse(c, costs.refusal, costs.extra);
  const also = [...giving.statements, ...costs.statements];
  if (!(await decide(c.var, plan, FROM_FILE, also))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "پرونده در فروشگاه نشست.", changed });
});

/**
 * Returns a fingerprint of a plan. The ids of new products are left out, because they differ each
 * time.
 */
function fingerprintOf({ made, changed }: Plan): Promise<string> {
  const named = made.map((one) => (one.kind === "product" ? { ...one, id: "" } : one));
  return sha256(JSON.stringify([named, changed]));
}
