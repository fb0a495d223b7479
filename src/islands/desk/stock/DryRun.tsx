import { useStore } from "@nanostores/react";
import { Download, PenLine, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { writeCsv } from "../../../../persian/write-csv.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import {
  $import,
  type Doubt,
  type Finding,
  type Kind,
  type Line,
  fetchProblems,
  showLines,
  showMoreLines,
} from "../../../stores/desk/import.ts";
import { type ImportLimits, takeColumn } from "../../../stores/desk/import-file.ts";
import type { Shelf } from "../../../stores/desk/stock.ts";
import { download } from "../download.ts";
import { AddForm } from "./AddForm.tsx";
import { Columns } from "./Columns.tsx";
import { Mask } from "./Mask.tsx";
import { CorrectLines } from "./CorrectLines.tsx";
import { PartsBar } from "./PartsBar.tsx";
import { FINDINGS } from "./words.ts";

/**
 * Shows the kind of each line of a file before anything is for sale, and the form that adds the new
 * codes.
 */
export function DryRun({ shelf, limits }: { shelf: Shelf; limits: ImportLimits }) {
  const { import: one, look, file, filter, problem } = useStore($import);
  const [takes, setTakes] = useState<readonly Doubt[]>([]);
  const [isCorrecting, setIsMending] = useState(false);
  if (!one || !look) return null;
  const { found } = look;
  const parts = FINDINGS.map((kind) => ({ ...kind, count: found[kind.finding] ?? 0 }));
  const problems = one.lines - (found.new ?? 0);
  const wrong = look.rows.filter(({ finding }) => finding !== "new");
  const isKind = filter !== null && filter !== "problems" && filter !== "new";
  return (
    <div className="dry-run">
      <div className="dry-lines">
        <div className="dry-head">
          <p>
            <span className="badge badge-zaferan">هنوز چیزی به انبار نرفته است</span>
            <span className="contents"> </span>
            <bdi>{one.fileName}</bdi>
            <span>{`، ${formatNumber(one.lines)} سطر`}</span>
          </p>
          {file !== null && (
            <Columns
              file={file}
              onTake={(column) => void takeColumn(shelf.product.id, column, limits)}
            />
          )}
          <PartsBar parts={parts} />
          <div className="dry-filters" role="group" aria-label="کدام سطرها">
            <Chips parts={parts} problems={problems} filter={filter} />
            {wrong.length > 0 && (
              <button
                type="button"
                className="button-quiet button-small dry-give"
                aria-expanded={isCorrecting}
                onClick={() => setIsMending(!isCorrecting)}
              >
                <PenLine size={14} aria-hidden="true" />
                اصلاح همین‌جا
              </button>
            )}
            {problems > 0 && (
              <button
                type="button"
                className="button-quiet button-small"
                onClick={() => void giveProblems(one.fileName)}
              >
                <Download size={14} aria-hidden="true" />
                <span>{`${formatNumber(problems)} سطر دیگر در یک پرونده`}</span>
              </button>
            )}
          </div>
        </div>
        {(found.sold ?? 0) > 0 && (
          <p className="dry-notice">
            <TriangleAlert size={18} aria-hidden="true" />
            <span>{`${formatNumber(found.sold ?? 0)} کد این پرونده را پیش‌تر فروخته‌ایم؛ شاید تأمین‌کننده آن را دو بار فروخته باشد.`}</span>
          </p>
        )}
        {problem !== "" && <ErrorBox message={problem} />}
        {isCorrecting && wrong.length > 0 && (
          <CorrectLines
            importId={one.id}
            lines={wrong}
            count={isKind ? (found[filter] ?? 0) : problems}
            limits={limits}
            onClose={() => setIsMending(false)}
          />
        )}
        <div className="desk-list" hidden={isCorrecting && wrong.length > 0}>
          <DataTable
            caption="سطرهای پرونده"
            columns={COLUMNS}
            rows={look.rows}
            rowKey={({ line }) => String(line)}
            line={(row) => ({
              name: <Mask lastFour={row.lastFour} />,
              amount: `سطر ${formatNumber(row.line)}`,
              facts: row.why === "" ? "تازه" : row.why,
              chip: FATES[row.finding],
            })}
          />
          {look.nextAfter !== null && (
            <button
              type="button"
              className="button-quiet self-center"
              onClick={() => void showMoreLines()}
            >
              نمایش بیشتر
            </button>
          )}
        </div>
      </div>
      <AddForm shelf={shelf} look={look} takes={takes} onTakes={setTakes} />
    </div>
  );
}

interface ChipsProps {
  parts: readonly ((typeof FINDINGS)[number] & { count: number })[];
  problems: number;
  filter: Kind | null;
}

/** Chooses which lines are shown. */
function Chips({ parts, problems, filter }: ChipsProps) {
  return (
    <>
      <Chip isOn={filter === null} onPress={() => void showLines(null)}>
        همه
      </Chip>
      {problems > 0 && (
        <Chip isOn={filter === "problems"} onPress={() => void showLines("problems")}>
          جز تازه‌ها
        </Chip>
      )}
      {parts
        .filter(({ count }) => count > 0)
        .map(({ finding, words, tone, count }) => (
          <Chip
            key={finding}
            tone={tone}
            isOn={filter === finding}
            onPress={() => void showLines(finding)}
          >
            <b>{formatNumber(count)}</b>
            <span>{` ${words}`}</span>
          </Chip>
        ))}
    </>
  );
}

interface ChipProps {
  isOn: boolean;
  tone?: string;
  onPress: () => void;
  children: ReactNode;
}

function Chip({ isOn, tone, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      className={`dry-chip ${tone === undefined ? "" : `part-${tone}`}`}
      aria-pressed={isOn}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

const FATES: Record<Finding, string> = {
  new: "افزوده می‌شود",
  unusual: "تنها اگر بخواهید",
  sold: "به تأمین‌کننده بگویید",
  shelf: "رد می‌شود",
  twice: "رد می‌شود",
  refused: "رد می‌شود",
};

const COLUMNS: readonly Column<Line>[] = [
  { title: "سطر", cell: ({ line }) => <span className="text-muted">{formatNumber(line)}</span> },
  { title: "کد", cell: ({ lastFour }) => <Mask lastFour={lastFour} /> },
  {
    title: "چیست",
    cell: ({ finding, why, orderId }) =>
      why === "" ? (
        "تازه"
      ) : orderId === null ? (
        <span className={finding === "unusual" ? "dry-unusual" : ""}>{why}</span>
      ) : (
        <a className="desk-link text-anar" href={`/desk/orders/${orderId}`}>
          {why}
        </a>
      ),
  },
  {
    title: "چه می‌شود",
    cell: ({ finding }) => <span className="text-muted">{FATES[finding]}</span>,
  },
];

async function giveProblems(fileName: string): Promise<void> {
  const lines = await fetchProblems();
  if (lines === null) return;
  const rows = lines.map(({ line, lastFour, why }) => [line, `…${lastFour ?? ""}`, why]);
  download({
    name: `${fileName.replace(/\.\w+$/, "")}-problems.csv`,
    type: "text/csv;charset=utf-8",
    text: writeCsv([["سطر", "کد", "چیست"], ...rows]),
  });
}
