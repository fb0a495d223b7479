import { readFirst } from "../../base/batch.ts";
import { deskCodeRefusals } from "../../../contract/desk/code.ts";
import { proposalRefusals } from "../../../contract/desk/proposal.ts";
import { OpenedRefundDetails, deskRefundRefusals } from "../../../contract/desk/refund.ts";
import { personRefusals } from "../../../contract/desk/user.ts";
import { findPaidItem } from "../../buying/delivery/deliver-statements.ts";
import type { Carrier } from "../proposal/routes.ts";
import { claimOneVerifier, countVerifiers } from "../proposal/statements.ts";
import { changeOf, readWish, refundAsWished } from "./by-operator.ts";

/** Refunds opened codes, after another operator has confirmed it. */
export const refundOpened: Carrier = async (shop, asked, operator) => {
  const { db } = shop;
  const { reason, codeIds } = OpenedRefundDetails.parse(asked.details);
  const found = await findPaidItem(db, asked.subjectId);
  if ("refusal" in found) throw new Error("An item that was asked about does not exist");
  const { item } = found;
  const people = [asked.askedBy, operator.name] as const;
  const buyer = { userId: item.person_id };
  const areBothVerifiers = async () =>
    ((await readFirst(countVerifiers(db, people, buyer)))?.verifiers ?? 0) > 1;
  const wish = await readWish(db, item, codeIds, reason);
  const hasNothing = !wish || item.forgotten_at !== null;
  return {
    subject: "order_item",
    statements: [],
    before: null,
    after: null,
    ...(wish && changeOf(wish)),
    message: "این بازپرداخت تأیید شد و وجه آن بازگردانده می‌شود.",
    run: async (deciding, isDue) => {
      if (hasNothing) return false;
      const share = await refundAsWished(shop, wish, {
        isDue: async () => (await isDue()) && !(await areBothVerifiers()),
        also: () => [claimOneVerifier(db, people, buyer), ...deciding],
      });
      return share !== null;
    },
    explain: async () => {
      if (item.forgotten_at !== null) return personRefusals.forgotten;
      if (await areBothVerifiers()) return proposalRefusals.bothVerified;
      return codeIds ? deskCodeRefusals.gone : deskRefundRefusals.refunded;
    },
  };
};
