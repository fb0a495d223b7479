import { afterEach, describe, expect, it, vi } from "vitest";
import { readGuestCart } from "../../../src/stores/guest-cart.ts";

const LIMITS = { quantityMax: 10, linesMax: 50 };
const EMPTY = { cart: [], discountCode: null };

afterEach(() => vi.unstubAllGlobals());

function readStored(text: string) {
  vi.stubGlobal("localStorage", { getItem: () => text });
  return readGuestCart(LIMITS);
}

describe("a guest's cart in the storage", () => {
  it.each([
    ["no JSON", "{cart:"],
    ["a number", "42"],
    ["null", "null"],
    ["a list", "[[]]"],
    ["fields of wrong types", '{"cart":{"length":3},"discountCode":{"a":1}}'],
    [
      "lines of wrong types",
      '{"cart":[null,7,"x",[],{"productId":5,"quantity":1},{"productId":"a","quantity":"2"}]}',
    ],
    [
      "impossible quantities",
      '{"cart":[{"productId":"a","quantity":-1},{"productId":"b","quantity":0.5}]}',
    ],
    [
      "malformed products",
      '{"cart":[{"productId":"../../orders","quantity":1},{"productId":"<img src=x>","quantity":1}]}',
    ],
    [
      "a prototype",
      '{"__proto__":{"cart":[{"productId":"a","quantity":1}]},"cart":[{"__proto__":{"productId":"a","quantity":1}}]}',
    ],
    [
      "a hundred thousand broken lines",
      JSON.stringify({ cart: Array.from({ length: 100_000 }, () => ({ productId: "" })) }),
    ],
  ])("is empty when it is %s", (_, stored) => {
    expect(readStored(stored)).toEqual(EMPTY);
  });

  it("keeps at most fifty lines, ten units of a product and a code of 64 letters", () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      productId: `product-${String(index)}`,
      quantity: 9999,
    }));
    const stored = (discountCode: string) =>
      JSON.stringify({ cart: [null, ...lines], discountCode });
    expect(readStored(stored("x".repeat(64)))).toEqual({
      cart: lines.slice(0, 50).map((line) => ({ ...line, quantity: 10 })),
      discountCode: "x".repeat(64),
    });
    expect(readStored(stored("x".repeat(65))).discountCode).toBeNull();
  });

  it.each([
    ["a text", '"512345678"', undefined],
    ["an object", '{"questionId":"player-id","text":"5"}', undefined],
    ["null", "null", undefined],
    [
      "a list of what is no answer",
      '[null,7,"x",[],{},{"text":"5"},{"questionId":5,"text":"5"}]',
      [],
    ],
    ["a text that is none", '[{"questionId":"player-id","text":{"a":1}}]', []],
    ["longer than any", `[{"questionId":"player-id","text":"${"5".repeat(255)}"}]`, []],
    ["to an endless question", `[{"questionId":"${"q".repeat(33)}","text":"5"}]`, []],
  ])("keeps a line and drops its answers when they are %s", (_, answers, kept) => {
    const { cart } = readStored(`{"cart":[{"productId":"a","quantity":1,"answers":${answers}}]}`);
    expect(cart).toEqual([{ productId: "a", quantity: 1, ...(kept && { answers: kept }) }]);
  });

  it("keeps the newest six valid answers and drops the invalid ones", () => {
    const answers = Array.from({ length: 8 }, (_, at) => ({
      questionId: `q${String(at)}`,
      text: "x".repeat(254),
    }));
    const line = { productId: "a", quantity: 1, answers: [null, ...answers], html: "<b>" };
    expect(readStored(JSON.stringify({ cart: [line] })).cart).toEqual([
      { productId: "a", quantity: 1, answers: answers.slice(2) },
    ]);
  });
});
