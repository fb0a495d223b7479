import { CircleHelp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { isLatinAnswer } from "../../../contract/answer-kind.ts";
import type { CartItem } from "../../../contract/cart.ts";
import type { AskedQuestion } from "../../../contract/question.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { FieldMessage } from "../../parts/FieldMessage.tsx";
import { answerQuestion, remembered } from "../../stores/cart-question.ts";
import { questionsDrawn } from "./lead-to-question.ts";
import "../../styles/line-questions.css";

/** Somebody who stops typing for so long has their answer kept. */
const TYPING_MS = 600;

/** Questions of the product of a line, once for all units. */
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
  const { kind, label, isRequired, options, example, help, answer, mistake } = question;
  const id = useId();
  /** The text as it is typed, while it is not shown as the shop has it. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const [isLeft, setIsLeft] = useState(answer !== "");
  const sent = useRef(answer);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const key = `${productId} ${question.id}`;
  useEffect(() => {
    const text = remembered.get(key);
    if (answer !== "") remembered.set(key, answer);
    else if (text !== undefined) void answerQuestion(productId, question.id, text);
  }, [answer, key, productId, question.id]);
  const save = async (text: string, isDone: boolean) => {
    clearTimeout(timer.current);
    if (text !== sent.current) {
      sent.current = text;
      if (text === "") remembered.delete(key);
      const refusal = await answerQuestion(productId, question.id, text);
      if (sent.current !== text) return;
      setProblem(refusal);
      if (refusal !== "") {
        sent.current = answer;
        return;
      }
    }
    if (isDone) setTyped((now) => (now === text ? null : now));
  };
  const change = (text: string) => {
    setTyped(text);
    setProblem("");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(text, false), TYPING_MS);
  };
  const leave = () => {
    setIsLeft(true);
    if (typed !== null) void save(typed, true);
  };
  const message = problem || (isLeft ? mistake : "");
  const isLatin = isLatinAnswer(kind);
  const common = {
    id,
    className: "field",
    value: typed ?? answer,
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
        <select
          {...common}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsLeft(true);
            void save(event.target.value, true);
          }}
        >
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
          onChange={(event) => {
            change(event.target.value);
          }}
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

/** The picture that shows where an answer is found; loaded when it is asked for. */
function Help({ label, picture: { url, alt } }: HelpProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="line-help"
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <CircleHelp size={16} aria-hidden="true" /> کجاست؟
        <span className="sr-only">{` ${label}`}</span>
      </summary>
      {isOpen && <img src={url} alt={alt} width={800} height={800} />}
    </details>
  );
}
