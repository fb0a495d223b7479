import { expect, it } from "vitest";
import { deskOperations } from "../../contract/desk/endpoints.ts";
import { drawHelp } from "../../scripts/desk/help.mjs";
import { fieldsOf, findOperation } from "../../scripts/desk/operations.mjs";
import { readWords } from "../../scripts/desk/words.mjs";

/** Returns the request that the words of a command make, or the sentence that refuses them. */
const read = (name: string, ...words: string[]) =>
  readWords(findOperation(name), words).catch((error: Error) => error.message);

it.each(deskOperations.map(({ name, endpoint }) => [name, endpoint] as const))(
  "the desk command can make the call %s, and its help explains it",
  (name, endpoint) => {
    const fields = fieldsOf(endpoint).map((field) => field.name);
    // Each word names one field, and none is called `body`: `body=` stands for the whole body.
    expect([...new Set(fields)]).toEqual(fields);
    expect(fields).not.toContain("body");
    const help = drawHelp(name);
    for (const word of [...fields, endpoint.summary, ...endpoint.refusals.map(({ code }) => code)])
      expect(help.toLowerCase()).toContain(word.toLowerCase());
    expect(help).not.toMatch(/undefined|\[object/);
  },
);

it("help lists every call, and says types, limits and what may be left out", () => {
  const help = drawHelp();
  for (const { name } of deskOperations) expect(help).toContain(`  ${name} `);
  expect(drawHelp("listOrders")).toMatch(/^ {2}\[limit\] +number, from 1 to 50 \(else 50\)$/m);
  expect(drawHelp("noteOnOrder")).toMatch(/^ {2}note +text, from 3 to 500 characters$/m);
  expect(drawHelp("changePrice")).toMatch(/^ {2}seen\.priceAfterDiscount +number or null$/m);
  expect(drawHelp("setSupplier")).toMatch(/^ {2}rate +number, from 1 to \d+ or null: Toman/m);
  expect(drawHelp("deliver")).toContain("secret, so codes=- or codes=@PATH");
});

it("words are converted to the types of the contract", async () => {
  expect(
    await read("changePrice", "ID", "price=1000", "priceAfterDiscount=null", "seen.price=900"),
  ).toMatchObject({
    path: { id: "ID" },
    body: { price: "1000", priceAfterDiscount: null, seen: { price: 900 } },
  });
  expect(await read("refundItem", "ID", "codeIds=A,B", "codeIds=C", "opened=true")).toMatchObject({
    body: { codeIds: ["A", "B", "C"], opened: true },
  });
  expect(
    await read("makeAlertChannel", "address=@@bot", "hours.from=8", "hours.until=20"),
  ).toMatchObject({ body: { address: "@bot", hours: { from: 8, until: 20 } } });
  expect(
    await read("publishPrices", 'margins=[{"productId":"A"}]', 'sureIds=["A,B"]'),
  ).toMatchObject({ body: { margins: [{ productId: "A" }], sureIds: ["A,B"] } });
  expect(await read("listOrders", "limit=5", "--json", "--only=orders")).toMatchObject({
    query: { limit: "5" },
    options: { isJson: true, only: "orders" },
  });
  expect(await read("setHelpPicture", "A", "B", "help=@a.jpg", "alt=x")).toMatchObject({
    path: { id: "A", questionId: "B" },
    query: { alt: "x" },
    file: { help: "a.jpg" },
  });
});

it("words that the call does not take are refused, and the sentence names them", async () => {
  const see = (call: string) => `\`npm run desk -- help ${call}\` says what it takes.`;
  for (const [words, sentence] of [
    [["listOrders", "paid"], `“paid” stands alone: write field=value. ${see("listOrders")}`],
    [["noteOnOrder", "note=x"], `noteOnOrder needs its id. ${see("noteOnOrder")}`],
    [
      ["changePrice", "x", "seen.colour=1"],
      `changePrice has no field “seen.colour”. ${see("changePrice")}`,
    ],
    [["noteOnOrder", "x", "note=a", "note=b"], "note is given twice."],
    [["setHelpPicture", "A", "B", "help=here"], "help is a file: help=@PATH"],
    [["listOrders", "--yaml"], "There is no option --yaml; there are --json and --only=FIELD."],
  ] as const) {
    const [name, ...rest] = words;
    expect(await read(name, ...rest)).toBe(sentence);
  }
});

it("codes and one-time secrets are not taken from the command line", async () => {
  for (const [name, ...words] of [
    ["deliver", "ID", "codes=ABCD-1234"],
    ["replaceCode", "ID", "code=ABCD-1234"],
    ["sendLines", "ID", "lines=ABCD-1234"],
    ["correctLines", "ID", 'lines=[{"line":1,"text":"ABCD-1234"}]'],
    ["acceptInvitation", "secret=ABCD-1234"],
    ["enterAsFirstOwner", "secret=ABCD-1234"],
  ] as const)
    expect(await read(name, ...words)).toMatch(/^\w+ is not taken from the command line/);
});
