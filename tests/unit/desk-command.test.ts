import { expect, it } from "vitest";
import { deskOperations } from "../../contract/desk/endpoints.ts";
import { drawHelp } from "../../scripts/desk/help.mjs";
import { fieldsOf } from "../../scripts/desk/operations.mjs";

it.each(deskOperations.map(({ name, endpoint }) => [name, endpoint] as const))(
  "%s can be made and explained in a terminal",
  (name, endpoint) => {
    const fields = fieldsOf(endpoint).map((field) => field.name);
    // A word names one field, and `body=` is all of the body.
    expect([...new Set(fields)]).toEqual(fields);
    expect(fields).not.toContain("body");
    const help = drawHelp(name);
    for (const word of [...fields, endpoint.summary, ...endpoint.refusals.map(({ code }) => code)])
      expect(help.toLowerCase()).toContain(word.toLowerCase());
    expect(help).not.toMatch(/undefined|\[object/);
  },
);

it("help lists every call", () => {
  const help = drawHelp();
  for (const { name } of deskOperations) expect(help).toContain(`  ${name} `);
});
