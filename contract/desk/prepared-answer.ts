import { z } from "zod";
import { tellUnknownPlace } from "../../persian/answer-places.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { longText, text } from "../field.ts";
import { type DeskEndpoint } from "./endpoint.ts";

/** Answers to tickets that operators wrote in advance. Section 10.24. */

/** The most prepared answers; a longer list would be hard to search by eye. */
export const PREPARED_ANSWERS_MAX = 50;
const PREPARED_TITLE_MAX = 60;
export const PREPARED_TEXT_MAX = 2_000;

export const preparedAnswerRefusals = {
  tooMany: {
    code: "too_many_answers",
    status: 409,
    message: "بیش از ۵۰ پاسخ آماده نمی‌توان داشت. نخست یکی را پاک کنید.",
  },
  titleTaken: { code: "title_taken", status: 409, message: "پاسخ دیگری همین نام را دارد." },
  stale: {
    code: "stale_answer",
    status: 409,
    message: "همکاری این پاسخ را عوض کرده است. فهرست تازه شد؛ دوباره ببینید.",
  },
} as const satisfies Record<string, Refusal>;

export const PreparedAnswer = z.object({
  id: z.string(),
  title: z.string(),
  text: z
    .string()
    .describe("Text of the answer; its fields {نام}, {کد} and {مهلت} are filled from the ticket"),
  version: z.number().int().describe("Grows with each change"),
  changedBy: z
    .string()
    .nullable()
    .describe("The last operator who changed it; null for an answer that came with the shop"),
  changedAt: z.iso.datetime(),
});
export type PreparedAnswer = z.infer<typeof PreparedAnswer>;

const Written = z.object({
  title: text(2, PREPARED_TITLE_MAX, "نام پاسخ را بنویسید."),
  text: longText(5, PREPARED_TEXT_MAX, "متن پاسخ را بنویسید.").refine(
    (text) => tellUnknownPlace(text) === "",
    { error: ({ input }) => tellUnknownPlace(String(input)) },
  ),
});
const Version = z.coerce.number().int().min(1);

export const listPreparedAnswers = {
  method: "GET",
  path: "/prepared-answers",
  role: "support",
  area: "tickets",
  trace: "list",
  summary: "List the prepared answers, sorted by title",
  answer: z.object({ preparedAnswers: z.array(PreparedAnswer) }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const makePreparedAnswer = {
  method: "POST",
  path: "/prepared-answers",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Create a prepared answer. A repeated call creates it only once",
  body: Written,
  answer: Message.extend({ preparedAnswer: PreparedAnswer }),
  refusals: [refusals.invalid, preparedAnswerRefusals.tooMany, preparedAnswerRefusals.titleTaken],
} as const satisfies DeskEndpoint;

export const changePreparedAnswer = {
  method: "PUT",
  path: "/prepared-answers/:id",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Change a prepared answer; refused if `version` is outdated",
  body: Written.extend({ version: Version }),
  answer: Message.extend({ preparedAnswer: PreparedAnswer }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    preparedAnswerRefusals.stale,
    preparedAnswerRefusals.titleTaken,
  ],
} as const satisfies DeskEndpoint;

export const deletePreparedAnswer = {
  method: "DELETE",
  path: "/prepared-answers/:id",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Delete a prepared answer; its text stays in the log",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
