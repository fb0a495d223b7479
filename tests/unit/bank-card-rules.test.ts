import { describe, expect, it } from "vitest";
import { explainRefusal, showCard } from "../../api/people/bank-card/rules.ts";

const nothing = { is_image_missing: 0, is_taken: 0, is_full: 0 };

describe("a card that was not added", () => {
  it.each([
    [{ ...nothing, is_image_missing: 1, is_taken: 1, is_full: 1 }, "image_not_found", "cardImage"],
    [{ ...nothing, is_taken: 1, is_full: 1 }, "card_taken", "cardNumber"],
    [{ ...nothing, is_full: 1 }, "too_many_cards", null],
    [nothing, "unavailable", null],
  ])("is refused for the first reason that applies: %o", (obstacles, code, field) => {
    expect(explainRefusal(obstacles)).toMatchObject({ refusal: { code }, field });
  });
});

describe("a card in an answer", () => {
  const row = {
    id: "card1",
    owner: "سارا کریمی",
    upload_id: "AAAAAAAAAAAAAAAAAAAAAA",
    status: "pending" as const,
    is_default: 0,
    is_proven: 0,
    pays_out_from: 0,
    rejection_reason: null,
  };

  it("is shown in full to its owner, with its bank and its picture", () => {
    expect(showCard(row, "6104337812345678", "")).toEqual({
      id: "card1",
      cardNumber: "6104337812345678",
      cardOwner: "سارا کریمی",
      cardBank: "بانک ملت",
      cardImage: "/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA",
      iban: "",
      status: "pending",
      isDefault: false,
      waitsForIdentity: true,
      paysOutFrom: null,
      rejectionReason: null,
    });
  });

  it("is the default only once it is verified", () => {
    const isDefault = (status: "pending" | "verified") =>
      showCard({ ...row, status, is_default: 1 }, "6104337812345678", "").isDefault;
    expect([isDefault("pending"), isDefault("verified")]).toEqual([false, true]);
  });

  it("has an empty image address after its picture was deleted", () => {
    expect(showCard({ ...row, upload_id: null }, "6104337812345678", "").cardImage).toBe("");
  });
});
