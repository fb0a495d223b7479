import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { type ProductPage, setQuestions } from "../../../stores/desk/catalogue.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { type QuestionDraft, draftOf, emptyDraft, questionOf } from "./question-draft.ts";

const FIELDS = ["questions"];

/** Holds the questions of a product. All of them are saved together, in the order of the screen. */
export function useQuestionDrafts({ id, questions, questionsVersion: version }: ProductPage) {
  const [drafts, setDrafts] = useTyped<readonly QuestionDraft[]>(
    `questions:${id}`,
    questions.map(draftOf),
  );
  const { formOf, messages, messageOf, refuse, problem, isSending, send } = useSending(FIELDS);
  const submit = () =>
    send(() => withToast(setQuestions(id, { questions: drafts.map(questionOf), version })));
  /** Moving or removing a question clears the errors, which were about its old place. */
  const change = (next: readonly QuestionDraft[]) => {
    setDrafts(next);
    refuse({});
  };
  return {
    drafts,
    form: formOf(submit),
    messageOf,
    problem: problem || (messages["questions"] ?? ""),
    isSending,
    add: () => setDrafts([...drafts, emptyDraft()]),
    write: (at: number, draft: QuestionDraft) => setDrafts(drafts.with(at, draft)),
    move: (at: number, by: -1 | 1) => {
      const draft = drafts[at];
      if (draft) change(drafts.toSpliced(at, 1).toSpliced(at + by, 0, draft));
    },
    remove: (at: number) => change(drafts.toSpliced(at, 1)),
  };
}
