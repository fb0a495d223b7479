import type { CodesInFile } from "../../../../persian/code-file.ts";
import { formatNumber } from "../../../../persian/toman.ts";

interface ColumnsProps {
  file: CodesInFile;
  /** Chooses the column with the codes, or WHOLE_LINE. */
  onTake: (column: number) => void;
}

const WHOLE_LINE = -1;
const KINDS: Record<CodesInFile["columns"][number]["kind"], string> = {
  code: "به کد می‌ماند",
  pin: "رقم‌های کوتاه",
  sequence: "شمارهٔ پشت سر هم",
  repeated: "تکراری",
  link: "لینک",
  mail: "نشانی ایمیل",
  price: "عدد یا قیمت",
  power: "عدد خراب‌شدهٔ اکسل",
  date: "تاریخ",
  words: "نوشته",
  empty: "خالی",
};

/**
 * Shows what was read of a file: the beginning, the middle and the end of each column, and which
 * column has the codes. Only the ends of codes are visible.
 */
export function Columns({ file, onTake }: ColumnsProps) {
  const { columns, column, isSure, lines, leftOut, unwrapped, isTable } = file;
  const isTaken = (at: number) => isSure && (at === column || column === WHOLE_LINE);
  return (
    <div className="code-columns">
      <div className="code-columns-table" role="region" aria-label="ستون‌های پرونده" tabIndex={0}>
        <table className="table table-tight">
          <thead>
            <tr>
              <th scope="col">سطر</th>
              {columns.map(({ name, kind }, at) => (
                <th key={`${String(at)} ${name}`} scope="col" data-taken={isTaken(at)}>
                  <bdi translate="no">{name}</bdi>
                  <small>{KINDS[kind]}</small>
                  {isTaken(at) ? (
                    <span className="badge">کدها</span>
                  ) : (
                    <button
                      type="button"
                      className="button-quiet button-small"
                      onClick={() => onTake(at)}
                    >
                      <span>این ستون</span>
                      <span className="sr-only">{` کدهاست: ${name}`}</span>
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, row) => (
              <tr key={line}>
                <td className="text-muted">{formatNumber(line)}</td>
                {columns.map(({ name, kind, cells }, at) => (
                  <td key={`${String(at)} ${name}`} data-taken={isTaken(at)}>
                    {kind === "words" ? (
                      <bdi translate="no">{cells[row]}</bdi>
                    ) : (
                      <bdi dir="ltr" className="code-text" lang="en" translate="no">
                        {cells[row]}
                      </bdi>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="code-columns-notes">
        {leftOut.length > 0 && (
          <li>
            <span>کد نیست و کنار گذاشته شد: </span>
            {leftOut.map((words, at) => (
              <bdi key={`${String(at)} ${words}`} translate="no">{`«${words}» `}</bdi>
            ))}
          </li>
        )}
        {unwrapped > 0 && (
          <li>
            <span>{`${formatNumber(unwrapped)} کد در پوشش اکسل بود و بی آن خوانده شد، مانند `}</span>
            <bdi dir="ltr" lang="en" translate="no">
              ="0012"
            </bdi>
          </li>
        )}
        {isTable && column !== WHOLE_LINE && columns.length > 1 && (
          <li>
            <button type="button" className="desk-link" onClick={() => onTake(WHOLE_LINE)}>
              همهٔ هر سطر یک کد است
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
