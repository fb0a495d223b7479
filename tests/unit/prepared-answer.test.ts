import { expect, test } from "vitest";
import { aboutWords } from "../../api/ticket/rules.ts";
import { readTypedDay, startOfPersian } from "../../persian/calendar.ts";
import { answerTicket } from "../../contract/desk/ticket.ts";
import { deadlineWords, fillAnswer } from "../../src/stores/desk/prepared-answer.ts";

test("an answer is filled with what the ticket says, and the rest stays open", () => {
  const text = "{نام} عزیز، {کد} تا {مهلت} آماده است. {نام}!";
  const fields = { name: "سارا $& کاظمی", code: "کد ۲", deadline: "امروز ساعت ۱۷:۱۰" };
  expect(fillAnswer(text, fields)).toBe(
    "سارا $& کاظمی عزیز، کد ۲ تا امروز ساعت ۱۷:۱۰ آماده است. سارا $& کاظمی!",
  );
  const half = fillAnswer(text, { ...fields, code: "" });
  expect(half).toContain("{کد}");
});

test("an answer with an unfilled place is not sent, and a promise that passed fills none", () => {
  const { content } = answerTicket.body.shape;
  for (const place of ["{کد}", "{ کد }", "{كد}", "{نام}", "{مهلت}"])
    expect(content.safeParse(`سلام، ${place} آماده است.`).error?.issues).toMatchObject([
      { message: `جای ${place} هنوز خالی است؛ آن را پر کنید یا بردارید.` },
    ]);
  expect(content.safeParse("سلام، {روز} و کد و مهلت آماده است.").success).toBe(true);
  const now = Date.parse("2026-11-26T08:00:00Z");
  expect(deadlineWords("2026-11-26T07:59:00Z", now)).toBe("");
  expect(deadlineWords("2026-11-26T09:00:00Z", now)).not.toBe("");
});

test("a ticket says which codes, product and order it is about", () => {
  const item = { name: "آیتونز ۱۰ دلاری", orderNumber: "1234567" };
  expect(aboutWords(item, [2])).toBe("کد ۲ آیتونز ۱۰ دلاری در سفارش ۱۲۳۴۵۶۷");
  expect(aboutWords(item, [1, 3])).toBe("کد ۱ و ۳ آیتونز ۱۰ دلاری در سفارش ۱۲۳۴۵۶۷");
  expect(aboutWords(item, [])).toBe("آیتونز ۱۰ دلاری در سفارش ۱۲۳۴۵۶۷");
  expect(aboutWords(null, [])).toBe("");
});

test("a day is read as people type it", () => {
  for (const typed of ["۱۴۰۵/۹/۲", "1405-09-02", " ۱۴۰۵.۰۹.۰۲ "])
    expect(readTypedDay(typed)).toBe("1405-09-02");
  for (const typed of ["", "۱۴۰۵/۹", "۱۴۰۵/۱۳/۱", "۱۴۰۵/۷/۳۱", "2026/11/23"])
    expect(readTypedDay(typed)).toBeNull();
  expect(new Date(startOfPersian("1405-09-02")).toISOString()).toBe("2026-11-22T20:30:00.000Z");
  expect(startOfPersian("1405-09")).toBeNaN();
});
