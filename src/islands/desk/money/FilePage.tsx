import { useStore } from "@nanostores/react";
import { ArrowRight, Download } from "lucide-react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { Spinner } from "../../../parts/Spinner.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { $file, type FileRow, fetchFile, loadFile } from "../../../stores/desk/payout.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { download } from "../download.ts";
import { Masked } from "../Masked.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { Answer } from "./Answer.tsx";
import { ConfirmFile } from "./ConfirmFile.tsx";
import { FileState, fileName } from "./FileState.tsx";
import { useTabKeys } from "./tabs.ts";

const columns: readonly Column<FileRow>[] = [
  { title: "شخص", cell: ({ person }) => <PersonLink person={person} /> },
  { title: "به نام", cell: ({ cardOwner }) => cardOwner },
  { title: "مقصد", cell: ({ to }) => <Masked number={to} /> },
  { title: "مبلغ", cell: ({ amount }) => <Toman amount={amount} /> },
  {
    title: "پاسخ بانک",
    cell: ({ state, note }) =>
      state === "sent" ? (
        <StatusBadge tone="plain">بی‌پاسخ</StatusBadge>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge tone={state === "paid" ? "good" : "bad"}>
            {state === "paid" ? "واریز شد" : "برگشت"}
          </StatusBadge>
          <bdi className="text-xs text-muted">{note}</bdi>
        </span>
      ),
  },
];

interface FilePageProps {
  id: string;
  me: string;
  canPay: boolean;
}

/** One bank file: its rows, its text for the bank, and what the bank answers. */
export function FilePage({ id, me, canPay }: FilePageProps) {
  const loaded = useStore($file);
  const { send, isSending, problem } = useSending();
  useEffect(() => void loadFile(id), [id]);
  useTabKeys();
  if (loaded.state === "loading") return <RowsSkeleton rows={4} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadFile(id)} />;
  const { payout: file, rows, proposalId } = loaded.value;
  const fetchIt = async () => {
    const outcome = await fetchFile(id);
    if (outcome.ok) download(outcome.value);
    return outcome;
  };
  return (
    <>
      <section className="desk-card" aria-labelledby="file">
        <header>
          <a href="/desk/money?tab=withdrawals" className="icon-button" aria-label="همهٔ برداشت‌ها">
            <ArrowRight size={18} aria-hidden="true" />
          </a>
          <h2 id="file">{fileName(file)}</h2>
          <FileState file={file} />
          <p className="me-auto text-xs text-muted">
            <bdi>{file.madeBy}</bdi>
            <span>{`، ${formatDate(file.madeAt)}`}</span>
            {file.confirmedBy !== null && (
              <>
                <span>{` · تأیید `}</span>
                <bdi>{file.confirmedBy}</bdi>
              </>
            )}
          </p>
          <p>
            <b>{formatToman(file.total)}</b>
            <small className="text-muted">{` · ${formatNumber(file.total * 10)} ریال`}</small>
          </p>
          {canPay && file.state === "made" && (
            <button
              type="button"
              className="button"
              disabled={isSending}
              aria-busy={isSending}
              onClick={() => void send(fetchIt)}
            >
              {isSending ? <Spinner /> : <Download size={16} aria-hidden="true" />}
              <span>گرفتن پرونده</span>
            </button>
          )}
        </header>
        <div className="desk-list">
          {problem !== "" && <ErrorBox message={problem} />}
          {file.state === "waiting" && (
            <ConfirmFile file={file} proposalId={proposalId} me={me} canPay={canPay} />
          )}
          <DataTable
            caption="فهرست ردیف‌های پرونده"
            columns={columns}
            rows={rows}
            rowKey={({ withdrawalId }) => withdrawalId}
          />
        </div>
      </section>
      {canPay && file.state !== "done" && <Answer file={file} rows={rows} />}
    </>
  );
}
