import { Image, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { type ProductPage, setQuestions } from "../../../stores/desk/catalogue.ts";
import { told } from "../../../stores/desk/told.ts";
import { HelpPictureForm } from "./HelpPictureForm.tsx";
import { MoveButton } from "./MoveButton.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import { type QuestionDraft, draftOf, emptyDraft } from "./question-draft.ts";

interface QuestionsFormProps {
  product: ProductPage;
  /** `QUESTIONS_MAX` of the contract. */
  maximum: number;
}

const FIELDS = ["questions"];

/** Questions of a product to its buyer. All of them are written at once, in the order of the screen. */
export function QuestionsForm({ product, maximum }: QuestionsFormProps) {
  const { id, deliveryType, questionsVersion: version } = product;
  const [drafts, setDrafts] = useTyped<readonly QuestionDraft[]>(
    `questions:${id}`,
    product.questions.map(draftOf),
  );
  /** The question whose help picture is chosen. */
  const [helped, setHelped] = useState<string | null>(null);
  const helpedQuestion = product.questions.find((one) => one.id === helped);
  const { formOf, messages, messageOf, refuse, problem, isSending, send } = useSending(FIELDS);
  /** Other questions, or another order: the sentences were about their places before. */
  const change = (next: readonly QuestionDraft[]) => {
    setDrafts(next);
    refuse({});
  };
  const submit = () => {
    const questions = drafts.map(({ options, ...draft }) => ({
      ...draft,
      options: options
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    }));
    return send(() => told(setQuestions(id, { questions, version })));
  };
  const move = (at: number, by: -1 | 1) => {
    const draft = drafts[at];
    if (draft) change(drafts.toSpliced(at, 1).toSpliced(at + by, 0, draft));
  };
  return (
    <section className="desk-card" aria-labelledby="questions-title">
      <header>
        <h2 id="questions-title">پرسش از خریدار</h2>
      </header>
      <form {...formOf(submit)} className="product-form">
        <p className="hint">
          {`در سبد خرید و پیش از پرداخت پرسیده می‌شود، یک بار برای همهٔ تعداد. پاسخ رمز می‌شود، به تحویل‌دهنده می‌رسد و پس از زمانش پاک می‌شود.${deliveryType === "instant" ? " این کالا آنی تحویل می‌شود؛ پاسخ به تأمین‌کننده فرستاده نمی‌شود." : ""}`}
        </p>
        {(problem || messages["questions"]) && (
          <ErrorBox message={problem || (messages["questions"] ?? "")} />
        )}
        {drafts.map((draft, at) => (
          <fieldset key={draft.id} className="question-draft">
            <legend className="sr-only">{draft.label || "پرسش تازه"}</legend>
            <QuestionFields
              draft={draft}
              place={`questions.${String(at)}`}
              messageOf={messageOf}
              onChange={(changes) => {
                setDrafts(drafts.with(at, { ...draft, ...changes }));
              }}
            />
            <div className="question-acts">
              <span className="goods-moves">
                {([-1, 1] as const).map((by) => (
                  <MoveButton
                    key={by}
                    by={by}
                    name="پرسش"
                    isOff={drafts[at + by] === undefined}
                    onMove={() => {
                      move(at, by);
                    }}
                  />
                ))}
              </span>
              {product.questions.some((one) => one.id === draft.id) && (
                <button
                  type="button"
                  className="button-quiet button-small"
                  onClick={() => {
                    setHelped(draft.id);
                  }}
                >
                  <Image size={15} aria-hidden="true" />
                  <span>
                    {product.helpPictures[draft.id] ? "عوض کردن تصویر راهنما" : "تصویر راهنما"}
                  </span>
                </button>
              )}
              <button
                type="button"
                className="button-quiet button-small question-remove"
                aria-label={`برداشتن ${draft.label || "پرسش تازه"}`}
                onClick={() => {
                  change(drafts.toSpliced(at, 1));
                }}
              >
                <Trash2 size={15} aria-hidden="true" /> برداشتن
              </button>
            </div>
          </fieldset>
        ))}
        <div className="question-acts">
          {drafts.length < maximum && (
            <button
              type="button"
              className="button-quiet button-decide"
              onClick={() => {
                setDrafts([...drafts, emptyDraft()]);
              }}
            >
              <Plus size={16} aria-hidden="true" /> پرسش تازه
            </button>
          )}
          <SubmitButton isSending={isSending} className="button-quiet button-decide">
            پرسش‌ها را بنویس
          </SubmitButton>
        </div>
      </form>
      <Modal
        isOpen={helpedQuestion !== undefined}
        title={`تصویر راهنمای «${helpedQuestion?.label ?? ""}»`}
        about={helpedQuestion?.id ?? ""}
        onClose={() => {
          setHelped(null);
        }}
      >
        {helpedQuestion && (
          <HelpPictureForm
            product={product}
            question={helpedQuestion}
            onClose={() => {
              setHelped(null);
            }}
          />
        )}
      </Modal>
    </section>
  );
}
