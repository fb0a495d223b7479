import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import type { Brought } from "../../stores/desk/brought.ts";

interface HandCodesProps {
  /** Name of the person who gets the codes, and the product. */
  buyer: string;
  goods: string;
  /** The sentence about what delivering does. */
  consequence: string;
  /** One for each unit, empty where nothing was typed before. */
  start: readonly string[];
  onChange?: (codes: readonly string[]) => void;
  deliver: (codes: string[], isSure: boolean) => Promise<Brought>;
  onDone: () => void;
}

/**
 * Codes that are delivered by hand: typed or scanned first, read back with the buyer and the product
 * afterwards, and delivered by a second act. Enter, with which scanners end, only moves on.
 */
export function HandCodes(props: HandCodesProps) {
  const [codes, setCodes] = useState<readonly string[]>(props.start);
  const [isRead, setIsRead] = useState(false);
  const change = (next: readonly string[]) => {
    setCodes(next);
    props.onChange?.(next);
  };
  return isRead ? (
    <ReadBack
      {...props}
      codes={codes.map((code) => code.trim())}
      onBack={() => {
        setIsRead(false);
      }}
    />
  ) : (
    <Fields
      codes={codes}
      consequence={props.consequence}
      isSecret={props.onChange === undefined}
      onChange={change}
      onRead={() => {
        setIsRead(true);
      }}
    />
  );
}

interface FieldsProps {
  codes: readonly string[];
  consequence: string;
  /** True when nothing keeps what was typed once the dialog is closed. */
  isSecret: boolean;
  onChange: (codes: readonly string[]) => void;
  onRead: () => void;
}

function Fields({ codes, consequence, isSecret, onChange, onRead }: FieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState("");
  const change = (at: number, text: string) => {
    // A pasted list fills the fields from here on.
    const pasted = text.split(/\s*\n\s*/).filter((line) => line !== "");
    setProblem("");
    onChange(
      codes.map((code, place) =>
        pasted.length > 1 && place >= at
          ? (pasted[place - at] ?? code)
          : place === at
            ? text
            : code,
      ),
    );
  };
  const paste = (at: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    change(at, text);
  };
  const moveOn = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const stops = [...(form.current?.querySelectorAll<HTMLElement>("input, button") ?? [])];
    stops[stops.indexOf(event.currentTarget) + 1]?.focus();
  };
  return (
    <form
      ref={form}
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (codes.some((code) => code.trim() === "")) setProblem("برای هر واحد یک کد بنویسید.");
        else onRead();
      }}
    >
      <p className="text-muted">{consequence}</p>
      {codes.map((code, at) => (
        <div key={at} onPaste={paste(at)}>
          <TextField
            label={codes.length === 1 ? "کد" : `کد ${toPersianDigits(at + 1)}`}
            name={`code-${String(at)}`}
            value={code}
            message=""
            dir="ltr"
            autoComplete="off"
            isSecret={isSecret}
            onKeyDown={moveOn}
            onChange={(text) => {
              change(at, text);
            }}
          />
        </div>
      ))}
      {problem !== "" && <ErrorBox message={problem} />}
      <button type="submit" className="button button-decide">
        بازخوانی پیش از تحویل
      </button>
    </form>
  );
}

interface ReadBackProps extends Omit<HandCodesProps, "start" | "onChange"> {
  codes: string[];
  onBack: () => void;
}

function ReadBack({ buyer, goods, consequence, codes, deliver, onDone, onBack }: ReadBackProps) {
  const back = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState("");
  const [isDoubtful, setIsDoubtful] = useState(false);
  const [isSure, setIsSure] = useState(false);
  const [isSending, setIsSending] = useState(false);
  // The way back, never the act: a scanner that goes on sending Enter delivers nothing.
  useEffect(() => {
    back.current?.focus();
  }, []);
  const send = async () => {
    if (isSending) return;
    setIsSending(true);
    const answer = await deliver(codes, isSure);
    setIsSending(false);
    setProblem(answer.problem);
    setIsDoubtful(answer.isDoubtful);
    if (answer.problem === "") onDone();
  };
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <dl className="said-facts">
        <div>
          <dt>به</dt>
          <dd>
            <bdi translate="no">{buyer}</bdi>
          </dd>
        </div>
        <div>
          <dt>برای</dt>
          <dd>
            <bdi translate="no">{goods}</bdi>
          </dd>
        </div>
      </dl>
      <ol className="read-back" aria-label="کدهایی که تحویل می‌شود">
        {codes.map((code, at) => (
          <li key={at}>
            <bdi dir="ltr" lang="en" translate="no" className="code-text">
              {code}
            </bdi>
          </li>
        ))}
      </ol>
      <p className="text-muted">{consequence}</p>
      {problem !== "" && <ErrorBox message={problem} />}
      {isDoubtful && (
        <label className="tick-line">
          <input
            type="checkbox"
            className="tick"
            checked={isSure}
            onChange={({ target }) => {
              setIsSure(target.checked);
            }}
          />
          <span>خوانده‌ام؛ همین درست است</span>
        </label>
      )}
      <div className="flex flex-wrap-reverse gap-3">
        <button
          ref={back}
          type="button"
          className="button-quiet button-decide"
          disabled={isSending}
          onClick={onBack}
        >
          اصلاح
        </button>
        <SubmitButton isSending={isSending} className="button button-decide flex-1">
          {`${formatNumber(codes.length)} کد را تحویل بده`}
        </SubmitButton>
      </div>
    </form>
  );
}
