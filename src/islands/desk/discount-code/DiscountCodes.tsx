import { useStore } from "@nanostores/react";
import { Layers, Plus, TicketPercent, X } from "lucide-react";
import { useEffect, useState } from "react";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import {
  $discountCodes,
  $filter,
  type DiscountCode,
  type Filter,
  fetchSeries,
  loadDiscountCodes,
} from "../../../stores/desk/discount-code.ts";
import { notify } from "../../../stores/notice.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { download } from "../download.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import { ListState } from "../ListState.tsx";
import { CodeMove } from "./CodeMove.tsx";
import { NewCode } from "./NewCode.tsx";
import { NewSeries } from "./NewSeries.tsx";
import { codeColumns } from "./columns.tsx";
import { STATES } from "./words.ts";

interface DiscountCodesProps {
  filter: Filter;
  canDecide: boolean;
  /** The most codes that one series may have. */
  mostCodes: number;
}

/** The open dialog, and the code whose terms fill its fields. */
type OpenDialog = { kind: "one" | "many"; like: DiscountCode | null };

const SEARCH_ID = "discount-code-search";

/** Discount codes with their uses and cost. The filter is in the address. */
export function DiscountCodes({ filter, canDecide, mostCodes }: DiscountCodesProps) {
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [moving, setMoving] = useState<DiscountCode | null>(null);
  useEffect(() => {
    $filter.set(filter);
    void loadDiscountCodes();
  }, [filter]);
  const makeOne = () => setAsked({ kind: "one", like: null });
  const makeMany = () => setAsked({ kind: "many", like: null });
  const close = () => setAsked(null);
  useKeys("کد تخفیف", [
    canDecide && { code: "KeyN", label: "کد تازه", act: makeOne },
    canDecide && { code: "KeyB", label: "چند کد با هم", act: makeMany },
    {
      code: "KeyF",
      label: "جست‌وجوی کد",
      act: () => document.querySelector<HTMLElement>(`#${SEARCH_ID}`)?.focus(),
    },
  ]);
  return (
    <section className="desk-card" aria-labelledby="discount-codes">
      <header>
        <h2 id="discount-codes">
          {filter.series === undefined ? "کدهای فروشگاه" : "کدهای یک دسته"}
        </h2>
        {canDecide && (
          <div className="head-acts">
            <button type="button" className="button-quiet button-small" onClick={makeMany}>
              <Layers size={16} aria-hidden="true" />
              چند کد با هم <KeyHint code="KeyB" />
            </button>
            <button type="button" className="button button-small" onClick={makeOne}>
              <Plus size={16} aria-hidden="true" />
              کد تازه <KeyHint code="KeyN" />
            </button>
          </div>
        )}
      </header>
      <Filters filter={filter} />
      <CodeList
        filter={filter}
        canDecide={canDecide}
        onMake={makeOne}
        onMove={setMoving}
        onCopy={(like) => setAsked({ kind: like.series === null ? "one" : "many", like })}
      />
      <NewCode
        isOpen={asked?.kind === "one"}
        like={asked?.like ?? null}
        onClose={close}
        onMade={(code) => {
          close();
          notify("success", `کد ${code} ساخته شد.`);
        }}
      />
      <NewSeries
        isOpen={asked?.kind === "many"}
        like={asked?.like ?? null}
        most={mostCodes}
        onClose={close}
      />
      <CodeMove
        row={moving}
        isAlone={filter.series !== undefined}
        onClose={() => setMoving(null)}
      />
    </section>
  );
}

interface CodeListProps {
  filter: Filter;
  canDecide: boolean;
  onMake: () => void;
  onMove: (row: DiscountCode) => void;
  onCopy: (row: DiscountCode) => void;
}

function CodeList({ filter, canDecide, onMake, onMove, onCopy }: CodeListProps) {
  const codes = useStore($discountCodes);
  const { send, problem } = useSending();
  const give = async (id: string) => {
    const outcome = await fetchSeries(id);
    if (outcome.ok) download({ ...outcome.value.file, type: "text/csv;charset=utf-8" });
    return outcome;
  };
  const hasFilter = Object.keys(filter).length > 0;
  return (
    <div className="desk-list">
      {problem !== "" && <ErrorBox message={problem} />}
      <ListState
        pages={codes}
        load={loadDiscountCodes}
        empty={<Empty hasFilter={hasFilter} onMake={canDecide ? onMake : null} />}
      >
        <DataTable
          caption="فهرست کدهای تخفیف"
          columns={codeColumns({
            canDecide,
            isOneSeries: filter.series !== undefined,
            onMove,
            onCopy,
            onGive: (id) => void send(() => give(id)),
          })}
          rows={codes.rows}
          rowKey={({ id }) => id}
        />
      </ListState>
    </div>
  );
}

function Filters({ filter }: { filter: Filter }) {
  const { state, code, series, person } = filter;
  return (
    <form className="filter-row" method="get" action="/desk/discount-codes">
      <label>
        <span className="label">کد، یا آغاز آن</span>
        <input
          id={SEARCH_ID}
          className="field"
          dir="ltr"
          type="search"
          name="code"
          autoComplete="off"
          defaultValue={code ?? ""}
        />
      </label>
      <label>
        <span className="label">وضعیت</span>
        <select className="field" name="state" defaultValue={state ?? ""}>
          <option value="">همه</option>
          {Object.entries(STATES).map(([value, { words }]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {series !== undefined && <input type="hidden" name="series" value={series} />}
      {person !== undefined && <input type="hidden" name="person" value={person} />}
      <button type="submit" className="button-quiet">
        نشان بده
      </button>
      {(series ?? person) !== undefined && (
        <a className="button-quiet" href="/desk/discount-codes">
          <span>{series === undefined ? "تنها کدهای یک شخص" : "تنها یک دسته"}</span>
          <X size={14} aria-hidden="true" />
          <span className="sr-only">برداشتن</span>
        </a>
      )}
    </form>
  );
}

function Empty({ hasFilter, onMake }: { hasFilter: boolean; onMake: (() => void) | null }) {
  if (hasFilter)
    return (
      <EmptyState
        text="کدی با این نشانه‌ها نیست."
        next="کد دعوت‌شده‌ها تنها با جست‌وجوی خود کد پیدا می‌شود. وضعیت را بردارید یا آغاز کوتاه‌تری بنویسید."
      />
    );
  return (
    <EmptyState
      icon={<TicketPercent size={28} aria-hidden="true" />}
      text="هنوز کد تخفیفی نیست."
      next="یک کد برای همه یا یک نفر بسازید، یا دسته‌ای از کدهای یک‌بارمصرف برای یک مناسبت. هر کد این‌جا می‌ماند، با شمار استفاده و خرجی که داشت."
    >
      {onMake && (
        <button type="button" className="button" onClick={onMake}>
          کد تازه
        </button>
      )}
    </EmptyState>
  );
}
