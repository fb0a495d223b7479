import { Image, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import type { ProductPage } from "../../../stores/desk/catalogue.ts";
import { HelpPictureForm } from "./HelpPictureForm.tsx";
import { MoveButton } from "./MoveButton.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import { useQuestionDrafts } from "./use-question-drafts.ts";

interface QuestionsFormProps {
  product: ProductPage;
  /** `QUESTIONS_MAX` of the contract. */
  maximum: number;
}

/** The form for the questions that a product asks its buyer. */
export function QuestionsForm({ product, maximum }: QuestionsFormProps) {
  const { drafts, form, messageOf, problem, isSending, ...act } = useQuestionDrafts(product);
  /** The id of the question whose help picture is being chosen. */
  const [helped, setHelped] = useState<string | null>(null);
  const helpedQuestion = product.questions.find((one) => one.id === helped);
  const close = () => setHelped(null);
  return (
    <section className="desk-card" aria-labelledby="questions-title">
      <header>
        <h2 id="questions-title">پرسش از خریدار</h2>
      </header>
      <form {...form} className="product-form">
        <p className="hint">
          {`در سبد خرید و پیش از پرداخت پرسیده می‌شود، یک بار برای همهٔ تعداد. پاسخ رمز می‌شود، به تحویل‌دهنده می‌رسد و پس از زمانش پاک می‌شود.${product.deliveryType === "instant" ? " این کالا آنی تحویل می‌شود؛ پاسخ به تأمین‌کننده فرستاده نمی‌شود." : ""}`}
        </p>
        {problem !== "" && <ErrorBox message={problem} />}
        {drafts.map((draft, at) => (
          <fieldset key={draft.id} className="question-draft">
            <legend className="sr-only">{draft.label || "پرسش تازه"}</legend>
            <QuestionFields
              draft={draft}
              place={`questions.${String(at)}`}
              messageOf={messageOf}
              onChange={(changes) => act.write(at, { ...draft, ...changes })}
            />
            <div className="question-acts">
              <span className="goods-moves">
                {([-1, 1] as const).map((by) => (
                  <MoveButton
                    key={by}
                    by={by}
                    name="پرسش"
                    isOff={drafts[at + by] === undefined}
                    onMove={() => act.move(at, by)}
                  />
                ))}
              </span>
              {product.questions.some((one) => one.id === draft.id) && (
                <button
                  type="button"
                  className="button-quiet button-small"
                  onClick={() => setHelped(draft.id)}
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
                onClick={() => act.remove(at)}
              >
                <Trash2 size={15} aria-hidden="true" /> برداشتن
              </button>
            </div>
          </fieldset>
        ))}
        <div className="question-acts">
          {drafts.length < maximum && (
            <button type="button" className="button-quiet button-decide" onClick={act.add}>
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
        onClose={close}
      >
        {helpedQuestion && (
          <HelpPictureForm product={product} question={helpedQuestion} onClose={close} />
        )}
      </Modal>
    </section>
  );
}
