import { useState } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { type Line, lookAt, correctLines } from "../../../stores/desk/import.ts";
import type { ImportLimits } from "../../../stores/desk/import-file.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { Mask } from "./Mask.tsx";

interface CorrectLinesProps {
  importId: string;
  /** The wrong lines of the dry run that the page has loaded. */
  lines: readonly Line[];
  /** The number of all wrong lines that match the filter, also of those that are not loaded. */
  count: number;
  limits: ImportLimits;
  onClose: () => void;
}

/**
 * The first wrong lines, each with a field for the right code. A line that is not edited does not
 * change; an unusual one may be left out.
 */
export function CorrectLines({ importId, lines, count, limits, onClose }: CorrectLinesProps) {
  /** The typed texts, by line; an empty text leaves the line out. */
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  const { formOf, problem, isSending, send } = useSending();
  const shown = lines.slice(0, limits.correctedMax);
  const typed = shown.flatMap(({ line }) => {
    const text = texts[line];
    return text === undefined ? [] : [{ line, text }];
  });
  const write = (line: number, text: string | undefined) => {
    const { [line]: _, ...others } = texts;
    setTexts(text === undefined ? others : { ...others, [line]: text });
  };
  const submit = async () => {
    if (typed.length === 0) return;
    const isDone = await send(async () => {
      const outcome = await withToast(correctLines(importId, typed));
      // Loads the import again also after a refusal, because another operator may have changed it.
      await lookAt(importId);
      return outcome;
    });
    if (isDone) setTexts({});
  };
  return (
    <form {...formOf(submit)} className="correct-lines" aria-label="اصلاح سطرها">
      <p className="hint">
        {`کد درست را بنویسید؛ سطری که خالی بماند همان می‌ماند که هست.${count > shown.length ? ` ${formatNumber(shown.length)} سطر نخست از ${formatNumber(count)} سطر؛ پس از این‌ها بقیه می‌آیند.` : ""}`}
      </p>
      {problem !== "" && <ErrorBox message={problem} />}
      <ol>
        {shown.map(({ line, finding, lastFour, why }) => (
          <li key={line}>
            <label htmlFor={`correct-${String(line)}`}>
              <b>{`سطر ${formatNumber(line)}`}</b> <Mask lastFour={lastFour} /> <span>{why}</span>
            </label>
            <input
              id={`correct-${String(line)}`}
              className="field code-text"
              type="text"
              dir="ltr"
              lang="en"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={limits.charactersMax}
              disabled={texts[line] === ""}
              value={texts[line] ?? ""}
              onChange={(event) => {
                const text = event.target.value;
                write(line, text === "" ? undefined : text);
              }}
            />
            {finding === "unusual" && (
              <label className="correct-out">
                <input
                  type="checkbox"
                  className="tick"
                  checked={texts[line] === ""}
                  onChange={(event) => write(line, event.target.checked ? "" : undefined)}
                />
                کنار بگذار
              </label>
            )}
          </li>
        ))}
      </ol>
      <div className="row-acts">
        <SubmitButton isSending={isSending} className="button button-decide">
          دوباره بررسی کن
        </SubmitButton>
        <button type="button" className="button-quiet button-decide" onClick={onClose}>
          بستن
        </button>
      </div>
    </form>
  );
}
