import { useStore } from "@nanostores/react";
import { Download } from "lucide-react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import { useNow } from "../../../parts/use-now.ts";
import { useSending } from "../../../parts/use-sending.ts";
import {
  $orders,
  type Filter,
  type OrderList,
  type OrderRow,
  fetchTable,
  loadMoreOrders,
  loadOrders,
} from "../../../stores/desk/order.ts";
import { notify } from "../../../stores/notice.ts";
import { download } from "../download.ts";
import { KeyedButton } from "../KeyedActs.tsx";
import { useTicked } from "../use-ticked.tsx";
import { orderColumns, orderLine } from "./order-columns.tsx";
import { OrderFilters } from "./OrderFilters.tsx";
import { useOrderFilter } from "./use-order-filter.ts";

/** All orders, newest first. The filter is in the address. */
export function Orders({ canExport }: { canExport: boolean }) {
  const orders = useStore($orders);
  const { filter, choose, timesBack } = useOrderFilter();
  const now = useNow();
  const { ticked, untick, boxOf } = useTicked();
  const { send, isSending, problem } = useSending();
  const count = ticked.size;
  const exporting = canExport && (
    <KeyedButton
      title="سفارش‌ها"
      code="KeyE"
      label={count > 0 ? "CSV انتخاب‌شده‌ها" : "CSV همین فهرست"}
      look={count > 0 ? "button" : "button-quiet button-small"}
      icon={Download}
      isBusy={isSending}
      act={() => void send(() => giveTable(filter, [...ticked]))}
    />
  );
  const tickColumn: Column<OrderRow> = {
    title: "انتخاب",
    cell: ({ id, number }) => boxOf(id, `سفارش ${toPersianDigits(number)}`),
  };
  return (
    <section className="desk-card orders" aria-label="همهٔ سفارش‌ها">
      {/* The date fields keep typed text. A new React `key` resets them after a step back. */}
      <OrderFilters
        key={timesBack}
        filter={filter}
        now={now}
        onChoose={(name, value) => {
          choose(name, value);
          untick();
        }}
      >
        {count === 0 && exporting}
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
              columns={[...(canExport ? [tickColumn] : []), ...orderColumns(now)]}
              rows={orders.value.rows}
              rowKey={({ id }) => id}
              line={(row) => orderLine(row, now)}
            />
          ) : (
            orders.value.nextCursor === null && <Empty hasFilter={Object.keys(filter).length > 0} />
          )}
          {orders.value.nextCursor !== null && <More list={orders.value} filter={filter} />}
        </>
      )}
      {count > 0 && (
        <div className="pick-bar" role="status">
          <b>{`${formatNumber(count)} سفارش انتخاب شد`}</b>
          <span className="row-acts">
            <button type="button" className="button-quiet button-small" onClick={untick}>
              هیچ‌کدام
            </button>
            {exporting}
          </span>
        </div>
      )}
    </section>
  );
}

async function giveTable(filter: Filter, ids: readonly string[]) {
  const outcome = await fetchTable(filter, ids);
  if (!outcome.ok) return outcome;
  download({ ...outcome.value, type: "text/csv;charset=utf-8" });
  if (!outcome.value.isWhole)
    notify("info", "سفارش‌های قدیمی‌تر در این فایل جا نشد؛ روزها را کمتر کنید.");
  return "";
}

function More({ list, filter }: { list: OrderList; filter: Filter }) {
  return (
    <footer className="orders-more">
      {list.problem !== "" && <ErrorBox message={list.problem} />}
      {list.rows.length === 0 && <p className="text-muted">در سفارش‌های تازه‌تر چیزی نبود.</p>}
      <button
        type="button"
        className="button-quiet"
        disabled={list.isLoadingMore}
        aria-busy={list.isLoadingMore}
        onClick={() => void loadMoreOrders(filter)}
      >
        سفارش‌های پیش از این
      </button>
    </footer>
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
