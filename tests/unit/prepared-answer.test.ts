import { expect, test } from "vitest";
import { aboutWords } from "../../api/buying/ticket/rules.ts";
import { fillPlaces } from "../../persian/answer-places.ts";
import { readTypedDay, startOfPersian } from "../../persian/calendar.ts";
import { makePreparedAnswer } from "../../contract/desk/prepared-answer.ts";
import { answerTicket } from "../../contract/desk/ticket.ts";
import { deadlineWords } from "../../src/stores/desk/prepared-answer.ts";

const FILLED = "از تیکت پر نمی‌شود؛ تنها {نام}، {کد} و {مهلت} پر می‌شوند.";

test("an answer is filled from its ticket, and a placeholder without a value stays", () => {
  const text = "{نام} عزیز، {کد} تا {مهلت} آماده است. {نام}!";
  const fields = { name: "سارا $& کاظمی", code: "کد ۲", deadline: "امروز ساعت ۱۷:۱۰" };
  expect(fillPlaces(text, fields)).toBe(
    "سارا $& کاظمی عزیز، کد ۲ تا امروز ساعت ۱۷:۱۰ آماده است. سارا $& کاظمی!",
  );
  const half = fillPlaces(text, { ...fields, code: "" });
  expect(half).toContain("{کد}");
});

test("an answer with a placeholder is not sent, and a past deadline fills none", () => {
  const { content } = answerTicket.body.shape;
  for (const place of ["{کد}", "{ کد }", "{كد}", "{نام}", "{مهلت}", "{شماره سفارش}", "{name}"])
    expect(content.safeParse(`سلام، ${place} آماده است.`).error?.issues).toMatchObject([
      { message: `جای ${place} هنوز خالی است؛ آن را پر کنید یا بردارید.` },
    ]);
  expect(content.safeParse("سلام، روز و کد و مهلت آماده است :)").success).toBe(true);
  const now = Date.parse("2026-11-26T08:00:00Z");
  expect(deadlineWords("2026-11-26T07:59:00Z", now)).toBe("");
  expect(deadlineWords("2026-11-26T09:00:00Z", now)).not.toBe("");
});

test("an answer with a placeholder that no ticket can fill is not saved", () => {
  const { text } = makePreparedAnswer.body.shape;
  for (const place of ["{شماره سفارش}", "{name}", "{}", "{{نامی}}", "{نام خریدار}"])
    expect(text.safeParse(`سلام {نام}، ${place} آماده است.`).error?.issues).toMatchObject([
      { message: `${place.replaceAll(/^\{\{|\}\}$/gu, (two) => two.slice(1))} ${FILLED}` },
    ]);
  for (const half of ["{نام", "نام}", "{{نام}"])
    expect(text.safeParse(`سلام ${half} عزیز`).error?.issues[0]?.message).toContain(FILLED);
  for (const known of ["{نام} و { کد } و {كد} تا {مهلت}", "بی هیچ جایی"])
    expect(text.safeParse(known).success).toBe(true);
  const fields = { name: "سارا", code: "کد ۲", deadline: "فردا" };
  expect(fillPlaces("{ نام }، {كد}، {مهلت }", fields)).toBe("سارا، کد ۲، فردا");
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
