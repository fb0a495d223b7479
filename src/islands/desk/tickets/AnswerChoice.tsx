import { useStore } from "@nanostores/react";
import { useEffect, useId } from "react";
import {
  ANSWER_PLACES,
  fillPlaces,
  openPlace,
  tellOpenPlace,
} from "../../../../persian/answer-places.ts";
import {
  $preparedAnswers,
  type Fields,
  loadPreparedAnswers,
} from "../../../stores/desk/prepared-answer.ts";

interface AnswerChoiceProps {
  fields: Fields;
  /** The text so far; a chosen answer is added at its end. */
  text: string;
  onChange: (text: string) => void;
}

/** Adds a prepared answer, filled with data of the ticket, at the end of the text. */
export function AnswerChoice({ fields, text, onChange }: AnswerChoiceProps) {
  const id = useId();
  const answers = useStore($preparedAnswers);
  useEffect(() => void loadPreparedAnswers(), []);
  const told = tellOpenPlace(text);
  return (
    <div className="answer-choice">
      <label className="label" htmlFor={id}>
        پاسخ آماده
      </label>
      <select
        id={id}
        className="field"
        value=""
        disabled={answers.state !== "ready"}
        onChange={(event) => {
          if (answers.state !== "ready") return;
          const chosen = answers.value.find((answer) => answer.id === event.target.value);
          if (!chosen) return;
          const filled = fillPlaces(chosen.text, fields);
          onChange(text.trim() === "" ? filled : `${text.trimEnd()}\n${filled}`);
        }}
      >
        <option value="">
          {answers.state === "failed" ? "پاسخ‌های آماده نیامد" : "یکی را انتخاب کنید…"}
        </option>
        {answers.state === "ready" &&
          answers.value.map((answer) => (
            <option key={answer.id} value={answer.id}>
              {answer.title}
            </option>
          ))}
      </select>
      {told !== "" && (
        <p role="status" className="text-xs text-anar">
          {openPlace(text) === ANSWER_PLACES.deadline && fields.deadline === ""
            ? `زمانی که قول داده شد گذشته یا پیدا نشد. ${told}`
            : told}
        </p>
      )}
    </div>
  );
}
