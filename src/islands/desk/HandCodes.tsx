import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useSending } from "../../parts/use-sending.ts";
import type { ManualCodeAnswer } from "../../stores/desk/brought.ts";

interface HandCodesProps {
  /** Name of the person who gets the codes, and the product. */
  buyer: string;
  goods: string;
  /** A sentence that says what the delivery does. */
  consequence: string;
  /** Units of the product; each gets a code. */
  count: number;
  deliver: (codes: string[], isSure: boolean) => Promise<ManualCodeAnswer>;
  onDone: () => void;
  /** The labels of the steps; by default those of a delivery. */
  words?: typeof DELIVERING;
  /** The field for a reason, which the second step shows again. */
  reason?: { text: string; onChange: (text: string) => void };
}

const DELIVERING = {
  readBack: "بازخوانی پیش از تحویل",
  list: "کدهایی که تحویل می‌شود",
  act: (codes: number) => `${formatNumber(codes)} کد را تحویل بده`,
};

/**
 * Codes that are delivered by hand. The first step takes them, typed or scanned; the second shows
 * them again with the buyer and the product, and delivers them. Scanners send Enter after each
 * code, so Enter in a code field only moves to the next field. The codes are not kept when the
 * dialog closes.
 */
export function HandCodes({ words = DELIVERING, ...props }: HandCodesProps) {
  const [codes, setCodes] = useState<readonly string[]>(() => Array<string>(props.count).fill(""));
  const [isRead, setIsRead] = useState(false);
  return isRead ? (
    <ReadBack
      {...props}
      words={words}
      codes={codes.map((code) => code.trim())}
      onBack={() => {
        setIsRead(false);
      }}
    />
  ) : (
    <Fields
      codes={codes}
      consequence={props.consequence}
      action={words.readBack}
      reason={props.reason}
      onChange={setCodes}
      onRead={() => {
        setIsRead(true);
      }}
    />
  );
}

interface FieldsProps {
  codes: readonly string[];
  consequence: string;
  action: string;
  reason: HandCodesProps["reason"];
  onChange: (codes: readonly string[]) => void;
  onRead: () => void;
}

function Fields({ codes, consequence, action, reason, onChange, onRead }: FieldsProps) {
  const { formOf, problem, messageOf, refuse } = useSending(["reason"]);
  const change = (at: number, text: string) => {
    // A pasted list fills this field and the following ones.
    const pasted = text.split(/\s*\n\s*/).filter((line) => line !== "");
    refuse({});
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
  const moveOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const { form } = event.currentTarget;
    const stops = [...(form?.querySelectorAll<HTMLElement>("input, button") ?? [])];
    stops[stops.indexOf(event.currentTarget) + 1]?.focus();
  };
  return (
    <form
      {...formOf(() => {
        if (codes.some((code) => code.trim() === "")) refuse({ "": "برای هر واحد یک کد بنویسید." });
        else if (reason?.text.trim() === "") refuse({ reason: "لطفاً دلیل را بنویسید." });
        else onRead();
      })}
      className="grid gap-3"
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
            isSecret
            onKeyDown={moveOn}
            onChange={(text) => {
              change(at, text);
            }}
          />
        </div>
      ))}
      {reason !== undefined && (
        <TextField
          label="دلیل"
          name="reason"
          value={reason.text}
          message={messageOf("reason")}
          dir="auto"
          onChange={reason.onChange}
        />
      )}
      {problem !== "" && <ErrorBox message={problem} />}
      <button type="submit" className="button button-decide">
        {action}
      </button>
    </form>
  );
}

interface ReadBackProps extends Omit<HandCodesProps, "count"> {
  words: typeof DELIVERING;
  codes: string[];
  onBack: () => void;
}

function ReadBack(props: ReadBackProps) {
  const { buyer, goods, consequence, words, reason, codes, deliver, onDone, onBack } = props;
  const back = useRef<HTMLButtonElement>(null);
  const { formOf, problem, isSending, send } = useSending();
  const [isDoubtful, setIsDoubtful] = useState(false);
  const [isSure, setIsSure] = useState(false);
  // Focuses the button that leads back, so that a further Enter from the scanner delivers nothing.
  useEffect(() => {
    back.current?.focus();
  }, []);
  const submit = async () => {
    const isDone = await send(async () => {
      const answer = await deliver(codes, isSure);
      setIsDoubtful(answer.isDoubtful);
      return answer.problem;
    });
    if (isDone) onDone();
  };
  return (
    <form {...formOf(submit)} className="grid gap-3">
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
        {reason !== undefined && (
          <div>
            <dt>دلیل</dt>
            <dd>{reason.text}</dd>
          </div>
        )}
      </dl>
      <ol className="read-back" aria-label={words.list}>
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
          {words.act(codes.length)}
        </SubmitButton>
      </div>
    </form>
  );
}
