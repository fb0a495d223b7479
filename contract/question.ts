import { z } from "zod";
import { cleanLine } from "../persian/clean-text.ts";
import { toPersianDigits } from "../persian/digits.ts";
import { type Refusal } from "./endpoint.ts";
import { text, wholeNumber } from "./field.ts";

/**
 * Questions of a product that its buyer answers before paying, and the answers. Sections 4.25 and
 * 10.36.
 */

/** The most questions of one product. */
export const QUESTIONS_MAX = 6;
/** The most characters of an answer; an e-mail address may have as many. */
export const ANSWER_MAX = 254;
/** The most options of a question that is answered by a choice. */
export const OPTIONS_MAX = 30;

export const questionRefusals = {
  /** `details` names the products. */
  answersNeeded: {
    code: "answers_needed",
    status: 409,
    message:
      "پیش از پرداخت، آنچه این محصول می‌پرسد را در سبد خرید درست پاسخ دهید. مبلغی از شما کم نشد.",
  },
  /** The product does not ask this question any more, or is not in the cart. */
  notAsked: {
    code: "not_asked",
    status: 409,
    message: "این محصول دیگر این را نمی‌پرسد. سبد خرید را دوباره ببینید.",
  },
} as const satisfies Record<string, Refusal>;

/** A text in a question, without characters of markup. */
export const plain = (least: number, most: number, empty: string) =>
  text(least, most, empty).refine((value) => !/[<>]/.test(value), {
    error: "نشانه‌های < و > پذیرفته نمی‌شود.",
  });

const QuestionKind = z.enum(["player", "email", "region", "text"], {
  error: "گونهٔ پرسش player، email، region یا text است.",
});

/**
 * The characters that an answer may contain. Operators choose a form and two lengths; they do not
 * write regular expressions, because a regular expression could be slow.
 */
export const AnswerForm = z.enum(["digits", "letters", "name", "any"], {
  error: "شکل پاسخ digits، letters، name یا any است.",
});
export type AnswerForm = z.infer<typeof AnswerForm>;

const LENGTH_WORDS = `درازای پاسخ عددی از ۱ تا ${toPersianDigits(ANSWER_MAX)} است.`;

export const Question = z
  .strictObject(
    {
      id: z
        .string({ error: "هر پرسش شناسه‌ای لاتین دارد، مانند player-id." })
        .regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, {
          error: "شناسهٔ پرسش با حروف کوچک لاتین، رقم و خط تیره نوشته می‌شود.",
        })
        .describe(
          "Unique within the product; answers stay linked to this id when the label changes",
        ),
      kind: QuestionKind,
      label: plain(2, 60, "بنویسید چه می‌پرسید."),
      isRequired: z.boolean({ error: "لازم بودن پرسش true یا false است." }).default(true),
      form: AnswerForm.default("any").describe(
        "For `player` and `text`. letters: Latin letters, digits; name: also . _ - #; any: all",
      ),
      least: wholeNumber(1, ANSWER_MAX, LENGTH_WORDS)
        .default(1)
        .describe("The smallest number of characters of an answer"),
      most: wholeNumber(1, ANSWER_MAX, LENGTH_WORDS)
        .default(100)
        .describe("The largest number of characters of an answer"),
      options: z
        .array(plain(1, 60, "هر گزینه را در یک سطر بنویسید."), {
          error: "گزینه‌ها فهرستی از نوشته‌هاست.",
        })
        .max(OPTIONS_MAX, { error: `حداکثر ${toPersianDigits(OPTIONS_MAX)} گزینه می‌توان نوشت.` })
        .default([])
        .describe("The choices of the kind `region`, at least two; ignored for other kinds"),
      example: plain(0, 60, "").default(""),
      help: plain(0, 300, "")
        .default("")
        .describe("Text that tells buyers where to find the answer"),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? "پرسش ویژگی ناشناخته‌ای دارد."
          : "هر پرسش با شناسه، گونه و نوشته‌اش نوشته می‌شود.",
    },
  )
  .refine(({ least, most }) => least <= most, {
    error: "کمترین درازا نمی‌تواند از بیشترین بزرگ‌تر باشد.",
    path: ["most"],
  })
  .refine(({ kind, options }) => kind !== "region" || new Set(options).size === options.length, {
    error: "دو گزینه یکی است.",
    path: ["options"],
  })
  .refine(({ kind, options }) => kind !== "region" || options.length >= 2, {
    error: "دست‌کم دو گزینه بنویسید.",
    path: ["options"],
  })
  // A property that the kind does not use gets a fixed value, so that equal questions have equal
  // texts.
  .transform((question) => ({
    ...question,
    ...(question.kind === "email" && { form: "any" as const, least: 3, most: ANSWER_MAX }),
    ...(question.kind === "region" && { form: "any" as const, least: 1, most: 60 }),
    options: question.kind === "region" ? question.options : [],
  }));
export type Question = z.output<typeof Question>;

/** A question as the desk shows it. */
export const ShownQuestion = z.object({
  id: z.string(),
  kind: QuestionKind,
  label: z.string(),
  isRequired: z.boolean(),
  form: AnswerForm,
  least: z.number().int(),
  most: z.number().int(),
  options: z.array(z.string()),
  example: z.string(),
  help: z.string(),
});

/** A picture that shows where the buyer finds what is asked. */
export const HelpPicture = z.object({
  url: z.string(),
  alt: z.string().describe("Text for people who cannot see the picture"),
});

/** All questions of a product, in the order of the screen. */
export const Questions = z
  .array(Question, { error: "پرسش‌ها فهرست‌اند." })
  .max(QUESTIONS_MAX, { error: `حداکثر ${toPersianDigits(QUESTIONS_MAX)} پرسش می‌توان داشت.` })
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    error: "دو پرسش یک شناسه دارند.",
  });

const QuestionId = z.string().max(32, { error: "شناسه درست نیست." });

/** An answer as a shopper types it; an empty text removes it. */
export const Answer = z.object({ questionId: QuestionId, text: text(0, ANSWER_MAX) });

/**
 * Answers that a guest's browser keeps with a line of the cart. They may be wrong: the cart says
 * what is wrong.
 */
export const KeptAnswers = z
  .array(
    z.object({
      questionId: QuestionId,
      text: z
        .string()
        .overwrite(cleanLine)
        .max(ANSWER_MAX, { error: "این پاسخ بیش از اندازه بلند است." }),
    }),
  )
  .max(QUESTIONS_MAX);

/** A question on a line of a cart, with what was answered. */
export const AskedQuestion = z.object({
  id: z.string(),
  kind: QuestionKind,
  label: z.string(),
  isRequired: z.boolean(),
  form: AnswerForm,
  options: z.array(z.string()),
  example: z.string(),
  help: z.string(),
  picture: HelpPicture.optional().describe("Picture that shows where to find the answer"),
  answer: z
    .string()
    .describe(
      "As typed; empty without an answer, and in a session that still needs the second code",
    ),
  mistake: z
    .string()
    .describe("Error message for the answer, in Persian; empty when the answer is valid"),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** The answers of a buyer, with the labels at the time of the order. */
export const GivenAnswers = z.object({
  isForgotten: z.boolean().describe("True after the answers were deleted; then the list is empty"),
  answers: z.array(z.object({ label: z.string(), kind: QuestionKind, text: z.string() })),
});
export type GivenAnswers = z.infer<typeof GivenAnswers>;
export type GivenAnswer = GivenAnswers["answers"][number];
