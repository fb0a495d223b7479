import { describe, expect, it } from "vitest";
import { payingCard } from "../../../src/stores/bank-card.ts";
import { sampleCard } from "../../e2e/sample-bank-card.ts";

describe("the card of a payment", () => {
  const [usual, other] = [
    sampleCard({ id: "usual", isDefault: true }),
    sampleCard({ id: "other" }),
  ];
  const unread = { ...usual, cardNumber: "", cardBank: "" };

  it.each([
    ["the chosen one", [usual, other], "other", "other"],
    ["the default one", [other, usual], null, "usual"],
    ["another one when the default one cannot be read", [unread, other], null, "other"],
    ["another one when the chosen one cannot be read", [other, unread], "usual", "other"],
    ["none when none can be read", [unread], "usual", undefined],
    [
      "no pending and no rejected one",
      [sampleCard({ status: "pending" }), sampleCard({ status: "rejected" })],
      null,
      undefined,
    ],
  ])("is %s", (_, cards, chosenId, id) => {
    expect(payingCard(cards, chosenId)?.id).toBe(id);
  });
});
