import { type ChangeEvent, useState } from "react";
import { decodeFile, piecesOf } from "../../../../persian/text-file.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useAskBeforeLeaving } from "../../../parts/use-ask-before-leaving.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  type Answered,
  type BankFile,
  type FileRow,
  readAnswer,
  settleFile,
} from "../../../stores/desk/payout.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";

interface Draft {
  status: "sent" | "paid" | "returned";
  reference: string;
  words: string;
  /** Why a line is unclear, or was refused; else empty. */
  why: string;
}

const NOTHING: Draft = { status: "sent", reference: "", words: "", why: "" };

interface AnswerProps {
  file: BankFile;
  rows: readonly FileRow[];
}

/**
 * The answer of the bank: pasted or uploaded, read into the rows, corrected by hand where it was
 * unclear, and then booked row by row.
 */
export function Answer({ file, rows }: AnswerProps) {
  const [text, setText] = useTyped<string>(`answer:${file.id}`, "");
  const [drafts, setDrafts] = useTyped<Readonly<Record<string, Draft>>>(`rows:${file.id}`, {});
  const [strangers, setStrangers] = useState<readonly string[]>([]);
  const [isConfirming, setIsConfirming] = useState(false);
  const reading = useSending();
  const settling = useSending();
  const open = rows.filter(({ state }) => state === "sent");
  const draftOf = (id: string) => drafts[id] ?? NOTHING;
  const change = (id: string, part: Partial<Draft>) => {
    setDrafts({ ...drafts, [id]: { ...draftOf(id), ...part } });
  };
  const read = async () => {
    const outcome = await readAnswer(file.id, text);
    if (!outcome.ok) return outcome;
    const found = { ...drafts };
    for (const { withdrawalId, fate, reference, words, why } of outcome.value.lines)
      if (withdrawalId !== null && fate !== "settled")
        found[withdrawalId] = {
          status: fate === "paid" || fate === "returned" ? fate : "sent",
          reference,
          words,
          why,
        };
    setDrafts(found);
    setStrangers(
      outcome.value.lines
        .filter(({ withdrawalId }) => withdrawalId === null)
        .map(({ line, why }) => `${why} «${line}»`),
    );
    return "";
  };
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    const read = chosen && (await decodeFile(piecesOf(chosen)));
    reading.refuse(read && "trouble" in read ? { "": read.trouble } : {});
    if (read && "text" in read) setText(read.text);
    target.value = "";
  };
  const answered = open.flatMap(({ withdrawalId }): Answered[] => {
    const { status, reference, words } = draftOf(withdrawalId);
    if (status === "paid" && reference.trim() !== "") return [{ withdrawalId, status, reference }];
    return status === "returned" && words.trim() !== "" ? [{ withdrawalId, status, words }] : [];
  });
  useAskBeforeLeaving(() => answered.length > 0 && !settling.isSending);
  const paid = answered.filter(({ status }) => status === "paid");
  const paidToman = open
    .filter((row) => paid.some(({ withdrawalId }) => withdrawalId === row.withdrawalId))
    .reduce((sum, { amount }) => sum + amount, 0);
  const settle = async () => {
    const outcome = await settleFile(file.id, answered);
    if (!outcome.ok) return outcome;
    setIsConfirming(false);
    // A refused row stays as it was typed, with the reason.
    setDrafts(
      Object.fromEntries(
        outcome.value.rows.flatMap(({ withdrawalId, refusal }) =>
          refusal === null
            ? []
            : [[withdrawalId, { ...draftOf(withdrawalId), why: refusal.message }]],
        ),
      ),
    );
    return "";
  };
  return (
    <section className="desk-card" aria-labelledby="answer">
      <header>
        <h2 id="answer">پاسخ بانک</h2>
        <p className="text-xs text-muted">نخست فقط خوانده می‌شود؛ چیزی ثبت نمی‌شود.</p>
      </header>
      <div className="flex flex-col gap-4 p-4">
        {file.state === "made" && (
          <form {...reading.formOf(() => reading.send(read))} className="flex flex-col gap-3">
            <label className="label" htmlFor="answer-text">
              جدول بانک را بچسبانید، یا پرونده‌اش را انتخاب کنید
            </label>
            <textarea
              id="answer-text"
              className="field answer-text"
              dir="auto"
              rows={4}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
              }}
            />
            <div className="flex flex-wrap items-center gap-3">
              <SubmitButton isSending={reading.isSending} className="button-quiet">
                بخوان
              </SubmitButton>
              <label className="button-quiet file-pick">
                پروندهٔ CSV یا متن
                <input
                  type="file"
                  accept=".csv,.txt,.tsv,text/*"
                  className="sr-only"
                  onChange={(event) => void upload(event)}
                />
              </label>
            </div>
          </form>
        )}
        {reading.problem !== "" && <ErrorBox message={reading.problem} />}
        {strangers.length > 0 && (
          <ul className="notice notice-zaferan flex-col text-xs" aria-label="سطرهای بی‌ردیف">
            {strangers.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <ol className="answers">
          {open.map((row) => (
            <Row
              key={row.withdrawalId}
              row={row}
              draft={draftOf(row.withdrawalId)}
              canBePaid={file.state === "made"}
              onChange={(part) => {
                change(row.withdrawalId, part);
              }}
            />
          ))}
        </ol>
        <button
          type="button"
          className="button button-decide self-start"
          disabled={answered.length === 0}
          onClick={() => {
            settling.refuse({});
            setIsConfirming(true);
          }}
        >{`ثبت پاسخ ${formatNumber(answered.length)} ردیف…`}</button>
      </div>
      <ConfirmMoney
        isOpen={isConfirming}
        title="ثبت پاسخ بانک"
        amountToman={paidToman}
        saysRial
        facts={[
          { name: "واریزشده", value: `${formatNumber(paid.length)} ردیف، هر یک با شمارهٔ خودش` },
          {
            name: "برگشته",
            value: `${formatNumber(answered.length - paid.length)} ردیف؛ به صف بازمی‌گردند`,
          },
          { name: "بی‌پاسخ می‌ماند", value: `${formatNumber(open.length - answered.length)} ردیف` },
        ]}
        action={(sum) =>
          paid.length > 0 ? `پرداخت ${sum} را ثبت کن` : "برگشت این ردیف‌ها را ثبت کن"
        }
        isBusy={settling.isSending}
        problem={settling.problem}
        form={settling.formOf(() => settling.send(settle))}
        onClose={() => {
          setIsConfirming(false);
        }}
      />
    </section>
  );
}

interface RowProps {
  row: FileRow;
  draft: Draft;
  canBePaid: boolean;
  onChange: (part: Partial<Draft>) => void;
}

function Row({ row, draft, canBePaid, onChange }: RowProps) {
  const { status, reference, words, why } = draft;
  const name = row.cardOwner;
  return (
    <li className={why === "" ? "" : "answer-unclear"}>
      <span className="answer-who">
        <b>{name}</b>
        <span>{formatToman(row.amount)}</span>
      </span>
      <select
        className="field"
        aria-label={`پاسخ بانک برای ${name}`}
        value={status}
        onChange={(event) => {
          onChange({ status: event.target.value as Draft["status"], why: "" });
        }}
      >
        <option value="sent">بی‌پاسخ</option>
        {canBePaid && <option value="paid">واریز شد</option>}
        <option value="returned">برگشت</option>
      </select>
      {status === "paid" && (
        <input
          className="field"
          dir="ltr"
          aria-label={`شمارهٔ پیگیری ${name}`}
          placeholder="شمارهٔ پیگیری"
          value={reference}
          onChange={(event) => {
            onChange({ reference: event.target.value });
          }}
        />
      )}
      {status === "returned" && (
        <input
          className="field"
          dir="auto"
          aria-label={`علت برگشت ${name}`}
          placeholder="بانک چه گفت؟"
          value={words}
          onChange={(event) => {
            onChange({ words: event.target.value });
          }}
        />
      )}
      {why !== "" && <p className="text-xs text-anar">{why}</p>}
    </li>
  );
}
