import { z } from "zod";
import type {
  AnswerForm,
  AskedQuestion,
  GivenAnswer,
  Question,
} from "../../../contract/question.ts";
import { cleanLine, isUnreadable, tellUnreadable } from "../../../persian/clean-text.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { plainCharacters } from "../../../persian/characters.ts";
import { type HelpPictures, helpPictureOf } from "../../goods/picture/address.ts";

/** Checks answers. A text that an operator wrote is never used as a regular expression. */

const FORMS: Record<AnswerForm, { form: RegExp; words: string }> = {
  digits: { form: /^[0-9]*$/, words: "تنها با رقم نوشته می‌شود." },
  letters: { form: /^[A-Za-z0-9]*$/, words: "تنها با حروف لاتین و رقم نوشته می‌شود." },
  name: {
    form: /^[A-Za-z0-9._#-]*$/,
    words: "با حروف لاتین، رقم و نشانه‌های . _ - # نوشته می‌شود.",
  },
  any: { form: /^/, words: "" },
};

const Email = z.email();

/**
 * Returns an answer in its normal form. An answer that is not free text or a region gets Latin
 * digits and plain characters; an answer of digits also loses its spaces.
 */
function normalAnswer({ kind, form }: Pick<Question, "kind" | "form">, typed: string): string {
  if (kind === "region" || (kind === "text" && form === "any")) return cleanLine(typed);
  const plain = plainCharacters(typed).normalize("NFC");
  return form === "digits" ? plain.replaceAll(" ", "") : plain;
}

/** Returns what is wrong with an answer in its normal form, or an empty text. */
function mistakeOf(question: Question, answer: string): string {
  const { kind, label, isRequired, form, least, most, options } = question;
  if (answer === "") {
    if (!isRequired) return "";
    return kind === "region" ? `«${label}» را انتخاب کنید.` : `«${label}» را بنویسید.`;
  }
  if (isUnreadable(answer)) return tellUnreadable(answer);
  if (kind === "email")
    return answer.length <= most && Email.safeParse(answer).success
      ? ""
      : "این ایمیل درست نیست. نمونه: name@example.com";
  if (kind === "region") return options.includes(answer) ? "" : `«${label}» را انتخاب کنید.`;
  if (!FORMS[form].form.test(answer)) return `«${label}» ${FORMS[form].words}`;
  const length = [...answer].length;
  if (length >= least && length <= most) return "";
  const unit = form === "digits" ? "رقم" : "کاراکتر";
  return least === most
    ? `«${label}» ${toPersianDigits(least)} ${unit} است.`
    : `«${label}» از ${toPersianDigits(least)} تا ${toPersianDigits(most)} ${unit} است.`;
}

/** Returns the questions of a line with their answers and what is wrong with each answer. */
export function askLine(
  questions: readonly Question[],
  answers: ReadonlyMap<string, string>,
  pictures: HelpPictures = {},
): AskedQuestion[] {
  return questions.map((question) => {
    const picture = helpPictureOf(pictures, question.id);
    const { id, kind, label, isRequired, form, options, example, help } = question;
    const answer = normalAnswer(question, answers.get(id) ?? "");
    const mistake = mistakeOf(question, answer);
    const shown = { id, kind, label, isRequired, form, options, example, help, answer, mistake };
    return picture ? { ...shown, picture } : shown;
  });
}

/** Returns the answers that are stored with the order. */
export const givenAnswers = (asked: readonly AskedQuestion[]): GivenAnswer[] =>
  asked.flatMap(({ label, kind, answer }) => (answer === "" ? [] : { label, kind, text: answer }));
