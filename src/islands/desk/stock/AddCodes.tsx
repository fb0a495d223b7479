import { useStore } from "@nanostores/react";
import { ClipboardPaste, FileUp } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Spinner } from "../../../parts/Spinner.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { $import, dropFile, followAdding, resumeImport } from "../../../stores/desk/import.ts";
import {
  type ImportLimits,
  bringFile,
  bringText,
  sendAll,
} from "../../../stores/desk/import-file.ts";
import type { Shelf } from "../../../stores/desk/stock.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import { ChooseColumn } from "./ChooseColumn.tsx";
import { DryRun } from "./DryRun.tsx";

interface AddCodesProps {
  shelf: Shelf;
  limits: ImportLimits;
}

/** The interval at which the page asks how many codes have been added. */
const FOLLOW_MS = 3_000;

/** Adds codes to the stock: a file or a text, then the dry run, then adding them. */
export function AddCodes({ shelf, limits }: AddCodesProps) {
  const { id } = shelf.product;
  const { stage, problem, done } = useStore($import);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    void resumeImport(id);
  }, [id]);
  useEffect(() => {
    if (stage !== "adding") return;
    const timer = setInterval(() => void followAdding(), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [stage]);
  const isOpen = stage === "none" || stage === "broken" || stage === "choosing";
  const hold = (event: DragEvent, isHere: boolean) => {
    event.preventDefault();
    setIsOver(isHere && isOpen);
  };
  return (
    <section
      className={`desk-card add-codes ${isOver ? "add-codes-over" : ""}`}
      aria-labelledby="add-codes"
      onDragOver={(event) => hold(event, true)}
      onDragLeave={(event) => hold(event, false)}
      onDrop={(event) => {
        hold(event, false);
        const [file] = event.dataTransfer.files;
        if (file && isOpen) void bringFile(id, file, limits);
      }}
    >
      <header>
        <h2 id="add-codes">افزودن کد</h2>
        <Steps at={STEP_OF[stage]} />
      </header>
      {stage === "looked" ? (
        <DryRun shelf={shelf} limits={limits} />
      ) : (
        <div className="add-body" aria-live="polite">
          {done !== "" && (
            <p ref={focusDone} tabIndex={-1} className="add-done" role="status">
              {done}
            </p>
          )}
          {problem !== "" && <ErrorBox message={problem} />}
          {isOpen && stage !== "choosing" && <Bring productId={id} limits={limits} />}
          {stage === "choosing" && <ChooseColumn productId={id} limits={limits} />}
          {(stage === "reading" || stage === "sending" || stage === "adding") && <Progress />}
        </div>
      )}
    </section>
  );
}

/** Focuses the text field as soon as it is drawn. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

/** Focuses the result, because the form that had the focus is gone. */
function focusDone(words: HTMLElement | null): void {
  if (document.activeElement === document.body) words?.focus();
}

const STEP_OF = {
  none: 1,
  broken: 1,
  reading: 1,
  choosing: 1,
  sending: 1,
  looked: 2,
  adding: 3,
} as const;

function Steps({ at }: { at: number }) {
  return (
    <ol className="add-steps" aria-label="گام‌ها">
      {["پرونده", "پیش‌نمایش", "افزودن"].map((name, index) => (
        <li key={name} aria-current={index + 1 === at ? "step" : undefined}>
          <span aria-hidden="true">{formatNumber(index + 1)}</span>
          <bdi>{` ${name}`}</bdi>
        </li>
      ))}
    </ol>
  );
}

function Bring({ productId, limits }: { productId: string; limits: ImportLimits }) {
  const { stage, file, import: left } = useStore($import);
  const picker = useRef<HTMLInputElement>(null);
  const [isPasting, setIsPasting] = useState(false);
  const pick = () => picker.current?.click();
  const paste = () => setIsPasting(true);
  useKeys("افزودن کد", [
    { code: "KeyU", label: "پروندهٔ کدها", act: pick },
    { code: "KeyV", label: "چسباندن کدها", act: paste },
  ]);
  return (
    <>
      {stage === "broken" && left && (
        <p>
          <span>{`${formatNumber(left.sent)} سطر از ${formatNumber(left.lines)} سطر «`}</span>
          <bdi>{left.fileName}</bdi>
          <span>{`» رسیده است. ${file === null ? "همان پرونده را دوباره بدهید تا ادامه یابد، یا آن را کنار بگذارید." : ""}`}</span>
        </p>
      )}
      {isPasting ? (
        <PasteForm productId={productId} limits={limits} onClose={() => setIsPasting(false)} />
      ) : (
        <div className="add-bring">
          <p>
            پرونده را این‌جا رها کنید: CSV یا متن ساده، هر سطر یک کد. نخست فقط نگاه می‌کنیم و چیزی
            به انبار نمی‌رود.
          </p>
          <div className="row-acts">
            <button type="button" className="button" onClick={pick}>
              <FileUp size={16} aria-hidden="true" />
              پروندهٔ کدها <KeyHint code="KeyU" />
            </button>
            <button type="button" className="button-quiet" onClick={paste}>
              <ClipboardPaste size={16} aria-hidden="true" />
              چسباندن <KeyHint code="KeyV" />
            </button>
            {stage === "broken" && file !== null && (
              <button
                type="button"
                className="button-quiet"
                onClick={() => void sendAll(productId, limits)}
              >
                ادامه
              </button>
            )}
            {stage === "broken" && (
              <button type="button" className="button-quiet" onClick={() => void dropFile()}>
                کنار گذاشتن
              </button>
            )}
          </div>
          <input
            ref={picker}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-label="پروندهٔ کدها"
            accept=".csv,.txt,.tsv,text/plain,text/csv"
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              if (chosen) void bringFile(productId, chosen, limits);
              event.target.value = "";
            }}
          />
        </div>
      )}
    </>
  );
}

interface PasteFormProps {
  productId: string;
  limits: ImportLimits;
  onClose: () => void;
}

function PasteForm({ productId, limits, onClose }: PasteFormProps) {
  const [pasted, setPasted] = useState("");
  const { formOf, send } = useSending();
  return (
    <form
      {...formOf(() => send(() => bringText(productId, pasted, "چسبانده‌شده", limits)))}
      className="flex flex-col gap-3"
    >
      <label>
        <span className="label">کدها، هر سطر یکی</span>
        <textarea
          ref={focusOnce}
          className="field answer-text"
          dir="ltr"
          rows={8}
          spellCheck={false}
          autoComplete="off"
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
      </label>
      <div className="row-acts">
        <button type="submit" className="button">
          پیش‌نمایش
        </button>
        <button type="button" className="button-quiet" onClick={onClose}>
          انصراف
        </button>
      </div>
    </form>
  );
}

function Progress() {
  const { stage, import: one, file } = useStore($import);
  const isAdding = stage === "adding";
  const all = isAdding ? (one?.sent ?? 0) : (file?.codes.length ?? 0);
  const gone = isAdding ? all - (one?.left ?? all) : (one?.sent ?? 0);
  const words =
    stage === "reading"
      ? "پرونده خوانده می‌شود…"
      : `${formatNumber(gone)} از ${formatNumber(all)} سطر ${isAdding ? "به انبار رفت" : "بررسی شد"}`;
  return (
    <div className="add-progress">
      <p className="row-acts">
        <Spinner />
        <span>{` ${words}`}</span>
      </p>
      <progress max={Math.max(1, all)} value={gone} aria-label={words} />
      <p className="hint">
        {isAdding
          ? "می‌توانید این صفحه را ببندید؛ افزودن تا پایان می‌رود."
          : "هنوز چیزی به انبار نرفته است."}
      </p>
      {stage === "sending" && (
        <button type="button" className="button-quiet self-start" onClick={() => void dropFile()}>
          انصراف
        </button>
      )}
    </div>
  );
}
