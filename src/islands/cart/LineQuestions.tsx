import { CircleHelp } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { isLatinAnswer } from "../../../contract/answer-kind.ts";
import type { CartItem } from "../../../contract/cart.ts";
import type { AskedQuestion } from "../../../contract/question.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { FieldMessage } from "../../parts/FieldMessage.tsx";
import { questionsDrawn } from "./lead-to-question.ts";
import { useAnswer } from "./use-answer.ts";
import "../../styles/line-questions.css";

/** The questions about the product of a line, asked once for all its units. */
export function LineQuestions({ item }: { item: CartItem }) {
  const { productId, productName, quantity, questions = [] } = item;
  useEffect(questionsDrawn, []);
  return (
    <div className="line-questions" role="group" aria-label={`پرسش‌های ${productName}`}>
      {quantity > 1 && (
        <p className="text-xs text-muted">{`هر ${formatNumber(quantity)} عدد با همین پاسخ‌ها تحویل می‌شود.`}</p>
      )}
      <div className="line-questions-fields">
        {questions.map((question) => (
          <QuestionField key={question.id} productId={productId} question={question} />
        ))}
      </div>
    </div>
  );
}

interface QuestionFieldProps {
  productId: string;
  question: AskedQuestion;
}

function QuestionField({ productId, question }: QuestionFieldProps) {
  const { kind, label, isRequired, options, example, help, mistake } = question;
  const id = useId();
  const { text, message, type, choose, leave } = useAnswer(productId, question);
  const isLatin = isLatinAnswer(kind);
  const common = {
    id,
    className: "field",
    value: text,
    "aria-invalid": message !== "",
    "aria-describedby": `${id}help ${id}message`,
    "aria-required": isRequired,
    ...(mistake !== "" && { "data-unanswered": "" }),
    onBlur: leave,
  };
  return (
    <div>
      <label className="label" htmlFor={id}>
        <span>{label}</span>
        {!isRequired && <span className="text-muted"> (اختیاری)</span>}
      </label>
      {kind === "region" ? (
        <select {...common} onChange={(event) => choose(event.target.value)}>
          <option value="">انتخاب کنید</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          inputMode={kind === "email" ? "email" : question.form === "digits" ? "numeric" : "text"}
          autoComplete={kind === "email" ? "email" : "off"}
          autoCapitalize="none"
          spellCheck={false}
          dir={isLatin ? "ltr" : "auto"}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") leave();
          }}
        />
      )}
      <p id={`${id}help`} className="mt-1.5 text-xs text-muted">
        <span>{help}</span>
        {example !== "" && (
          <span className="block">
            نمونه: <bdi dir={isLatin ? "ltr" : "auto"}>{example}</bdi>
          </span>
        )}
      </p>
      <FieldMessage id={`${id}message`} message={message} />
      {question.picture && <Help label={label} picture={question.picture} />}
    </div>
  );
}

interface HelpProps {
  label: string;
  picture: NonNullable<AskedQuestion["picture"]>;
}

/** The picture that shows where an answer is found; loaded when the shopper opens it. */
function Help({ label, picture: { url, alt } }: HelpProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="line-help" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <CircleHelp size={16} aria-hidden="true" /> کجاست؟
        <span className="sr-only">{` ${label}`}</span>
      </summary>
      {isOpen && <img src={url} alt={alt} width={800} height={800} />}
    </details>
  );
}
