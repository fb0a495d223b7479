import { useStore } from "@nanostores/react";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import {
  $orders,
  FILTERS,
  type Filter,
  type OrderRow,
  fetchTable,
  loadMoreOrders,
  loadOrders,
} from "../../../stores/desk/order.ts";
import { notify } from "../../../stores/notice.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { download } from "../download.ts";
import { Kbd } from "../Kbd.tsx";
import { useKeys } from "../keys.ts";
import { orderColumns, orderLine } from "./order-columns.tsx";
import { OrderFilters } from "./OrderFilters.tsx";
import { useNow } from "../../../parts/use-now.ts";

/** All orders, newest first. The filter stands in the address. */
export function Orders({ canExport }: { canExport: boolean }) {
  const orders = useStore($orders);
  const [filter, setFilter] = useState<Filter>(readAddress);
  const now = useNow();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { send, isSending, problem } = useSending();
  // The fields of days keep what is typed; after going back they begin anew.
  const [timesBack, setTimesBack] = useState(0);
  useEffect(() => void loadOrders(filter), [filter]);
  useEffect(() => {
    const onBack = () => {
      setFilter(readAddress());
      setTimesBack((times) => times + 1);
    };
    addEventListener("popstate", onBack);
    return () => {
      removeEventListener("popstate", onBack);
    };
  }, []);
  const choose = (name: keyof Filter, value: string) => {
    const { [name]: _, ...rest } = filter;
    const others = Object.fromEntries(
      Object.entries(rest).filter(([other]) => !(CLASHES[name] ?? []).includes(other)),
    );
    const next: Filter = value === "" ? others : { ...others, [name]: value };
    const query = new URLSearchParams(next).toString();
    history.pushState(null, "", query === "" ? location.pathname : `?${query}`);
    setFilter(next);
    setTicked(new Set());
  };
  const give = async () => {
    const outcome = await fetchTable(filter, [...ticked]);
    if (!outcome.ok) return outcome;
    download({ ...outcome.value, type: "text/csv;charset=utf-8" });
    if (!outcome.value.isWhole)
      notify("info", "سفارش‌های قدیمی‌تر در این فایل جا نشد؛ روزها را کمتر کنید.");
    return "";
  };
  useKeys(
    "سفارش‌ها",
    canExport
      ? [
          {
            code: "KeyE",
            label: ticked.size > 0 ? "CSV انتخاب‌شده‌ها" : "CSV همین فهرست",
            act: () => void send(give),
          },
        ]
      : [],
  );
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  return (
    <section className="desk-card orders" aria-label="همهٔ سفارش‌ها">
      <OrderFilters key={timesBack} filter={filter} now={now} onChoose={choose}>
        {canExport && ticked.size === 0 && (
          <button
            type="button"
            className="button-quiet button-small"
            disabled={isSending}
            aria-busy={isSending}
            onClick={() => void send(give)}
          >
            <Download size={16} aria-hidden="true" />
            CSV همین فهرست <Kbd code="KeyE" />
          </button>
        )}
      </OrderFilters>
      {problem !== "" && (
        <div className="p-4">
          <ErrorBox message={problem} />
        </div>
      )}
      {orders.state === "loading" && <Bones />}
      {orders.state === "failed" && (
        <div className="p-4">
          <ErrorBox message={orders.message} onRetry={() => void loadOrders(filter)} />
        </div>
      )}
      {orders.state === "ready" && (
        <>
          {orders.value.rows.length > 0 ? (
            <DataTable
              caption="فهرست سفارش‌ها"
              columns={[...(canExport ? [tickColumn(ticked, tick)] : []), ...orderColumns(now)]}
              rows={orders.value.rows}
              rowKey={({ id }) => id}
              line={(row) => orderLine(row, now)}
            />
          ) : (
            orders.value.nextCursor === null && <Empty hasFilter={Object.keys(filter).length > 0} />
          )}
          {orders.value.nextCursor !== null && (
            <footer className="orders-more">
              {orders.value.problem !== "" && <ErrorBox message={orders.value.problem} />}
              {orders.value.rows.length === 0 && (
                <p className="text-muted">در سفارش‌های تازه‌تر چیزی نبود.</p>
              )}
              <button
                type="button"
                className="button-quiet"
                disabled={orders.value.isLoadingMore}
                aria-busy={orders.value.isLoadingMore}
                onClick={() => void loadMoreOrders(filter)}
              >
                سفارش‌های پیش از این
              </button>
            </footer>
          )}
        </>
      )}
      {ticked.size > 0 && (
        <div className="pick-bar" role="status">
          <b>{`${formatNumber(ticked.size)} سفارش انتخاب شد`}</b>
          <span className="row-acts">
            <button
              type="button"
              className="button-quiet button-small"
              onClick={() => {
                setTicked(new Set());
              }}
            >
              هیچ‌کدام
            </button>
            <button
              type="button"
              className="button"
              disabled={isSending}
              aria-busy={isSending}
              onClick={() => void send(give)}
            >
              <Download size={16} aria-hidden="true" />
              CSV انتخاب‌شده‌ها <Kbd code="KeyE" />
            </button>
          </span>
        </div>
      )}
    </section>
  );
}

/** Filters of the same thing: choosing one lets the others go. */
const CLASHES: Partial<Record<keyof Filter, readonly string[]>> = {
  day: ["from", "to"],
  from: ["day"],
  to: ["day"],
};

function tickColumn(
  ticked: ReadonlySet<string>,
  tick: (id: string, isTicked: boolean) => void,
): Column<OrderRow> {
  return {
    title: "انتخاب",
    cell: ({ id, number }) => (
      <input
        type="checkbox"
        className="tick"
        aria-label={`سفارش ${toPersianDigits(number)}`}
        checked={ticked.has(id)}
        onChange={(event) => {
          tick(id, event.target.checked);
        }}
      />
    ),
  };
}

function readAddress(): Filter {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

function Bones() {
  return (
    <Skeleton>
      {Array.from({ length: 6 }, (_, at) => (
        <Bone key={at} className="mx-4 my-3 h-8" />
      ))}
    </Skeleton>
  );
}

function Empty({ hasFilter }: { hasFilter: boolean }) {
  return hasFilter ? (
    <EmptyState
      text="سفارشی با این نشانه‌ها نیست."
      next="یکی از آن‌ها را بردارید، یا با Ctrl K بگردید."
    />
  ) : (
    <EmptyState
      text="هنوز سفارشی نیست."
      next="هر سفارش از همان دم که نوشته شود این‌جا می‌آید، پرداخت‌شده یا نه."
    />
  );
}
