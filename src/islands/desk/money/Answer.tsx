import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import type { Draft } from "../../../stores/desk/bank-answer.ts";
import type { BankFile, FileRow } from "../../../stores/desk/payout.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { useBankAnswer } from "./use-bank-answer.ts";

interface AnswerProps {
  file: BankFile;
  rows: readonly FileRow[];
}

/**
 * The answer of the bank: pasted or uploaded, read into the rows, corrected by hand where it was
 * unclear, and then booked row by row.
 */
export function Answer({ file, rows }: AnswerProps) {
  const answer = useBankAnswer(file, rows);
  const { counts, strangers } = answer;
  return (
    <section className="desk-card" aria-labelledby="answer">
      <header>
        <h2 id="answer">پاسخ بانک</h2>
        <p className="text-xs text-muted">نخست فقط خوانده می‌شود؛ چیزی ثبت نمی‌شود.</p>
      </header>
      <div className="flex flex-col gap-4 p-4">
        {file.state === "made" && <TextOfBank {...answer} />}
        {answer.unread !== "" && <ErrorBox message={answer.unread} />}
        {strangers.length > 0 && (
          <ul className="notice notice-zaferan flex-col text-xs" aria-label="سطرهای بی‌ردیف">
            {strangers.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <ol className="answers">
          {answer.open.map(({ row, draft }) => (
            <Row
              key={row.withdrawalId}
              row={row}
              draft={draft}
              canBePaid={file.state === "made"}
              onChange={(part) => {
                answer.change(row.withdrawalId, part);
              }}
            />
          ))}
        </ol>
        <button
          type="button"
          className="button button-decide self-start"
          disabled={counts.answered === 0}
          onClick={answer.confirm}
        >{`ثبت پاسخ ${formatNumber(counts.answered)} ردیف…`}</button>
      </div>
      <ConfirmMoney
        {...answer.dialog}
        title="ثبت پاسخ بانک"
        amountToman={answer.paidToman}
        showsRial
        facts={[
          { name: "واریزشده", value: `${formatNumber(counts.paid)} ردیف، هر یک با شمارهٔ خودش` },
          { name: "برگشته", value: `${formatNumber(counts.returned)} ردیف؛ به صف بازمی‌گردند` },
          { name: "بی‌پاسخ می‌ماند", value: `${formatNumber(counts.unanswered)} ردیف` },
        ]}
        action={(sum) =>
          counts.paid > 0 ? `پرداخت ${sum} را ثبت کن` : "برگشت این ردیف‌ها را ثبت کن"
        }
      />
    </section>
  );
}

type BankText = Pick<
  ReturnType<typeof useBankAnswer>,
  "text" | "setText" | "upload" | "readForm" | "isReading"
>;

/** The bank's table, pasted or from a file. */
function TextOfBank({ text, setText, upload, readForm, isReading }: BankText) {
  return (
    <form {...readForm} className="flex flex-col gap-3">
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
        <SubmitButton isSending={isReading} className="button-quiet">
          بخوان
        </SubmitButton>
        <label className="button-quiet file-pick">
          پروندهٔ CSV یا متن
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/*"
            className="sr-only"
            onChange={({ target }) => {
              void upload(target.files?.[0]).then(() => {
                target.value = "";
              });
            }}
          />
        </label>
      </div>
    </form>
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
