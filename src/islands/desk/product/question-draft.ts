import type { Question } from "../../../stores/desk/catalogue.ts";

/** A question as it is typed: one option per line, and lengths in digits of any script. */
export interface QuestionDraft extends Omit<Question, "options" | "least" | "most"> {
  options: string;
  least: string;
  most: string;
}

export const draftOf = (question: Question): QuestionDraft => ({
  ...question,
  options: question.options.join("\n"),
  least: String(question.least),
  most: String(question.most),
});

export const questionOf = ({ options, ...draft }: QuestionDraft) => ({
  ...draft,
  options: options
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== ""),
});

/**
 * Returns an empty question. Its id does not depend on its label, so a new label does not separate
 * it from its answers.
 */
export function emptyDraft(): QuestionDraft {
  const id = `q-${crypto.randomUUID().slice(0, 8)}`;
  return {
    id,
    kind: "player",
    label: "",
    isRequired: true,
    form: "digits",
    least: "6",
    most: "12",
    options: "",
    example: "",
    help: "",
  };
}
