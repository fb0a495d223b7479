import { expect, test } from "vitest";
import { text } from "../../contract/field.ts";
import { createTicket } from "../../contract/ticket.ts";

/** Text fields of several lines and of a single line. */

const title = "کد پذیرفته نشد";
const description = "خط نخست این پیام\nو خط دوم آن";

test("a description keeps its lines, whichever line breaks the device sends", () => {
  for (const written of [
    description,
    description.replace("\n", "\r\n"),
    description.replace("\n", "\r"),
  ]) {
    expect(createTicket.body.parse({ title, description: written }).description).toBe(description);
  }
});

test("an empty field without a sentence of its own asks to be filled in", () => {
  const answer = text(1, 50).safeParse("  ");
  expect(answer.error?.issues[0]?.message).toBe("لطفا این فیلد را پر کنید");
});

test.each([
  ["a title of two lines", { title: "کد\nپذیرفته نشد", description }],
  ["a tab among the lines", { title, description: `${description}\tپایان` }],
  ["a direction override", { title, description: `${description}\u202eپایان` }],
  ["empty lines only", { title, description: "\n".repeat(20) }],
])("%s is refused", (_, body) => expect(createTicket.body.safeParse(body).success).toBe(false));
