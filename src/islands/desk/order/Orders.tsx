import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import {
  $orders,
  FILTERS,
  type Filter,
  loadMoreOrders,
  loadOrders,
} from "../../../stores/desk/order.ts";
import { orderColumns, orderLine } from "./order-columns.tsx";
import { OrderFilters } from "./OrderFilters.tsx";

/** All orders, newest first. The filter stands in the address. */
export function Orders() {
  const orders = useStore($orders);
  const [filter, setFilter] = useState<Filter>(readAddress);
  const [now] = useState(Date.now);
  useEffect(() => void loadOrders(filter), [filter]);
  useEffect(() => {
    const onBack = () => {
      setFilter(readAddress());
    };
    addEventListener("popstate", onBack);
    return () => {
      removeEventListener("popstate", onBack);
    };
  }, []);
  const choose = (name: keyof Filter, value: string) => {
    const { [name]: _, ...others } = filter;
    const next = value === "" ? others : { ...others, [name]: value };
    const query = new URLSearchParams(next).toString();
    history.pushState(null, "", query === "" ? location.pathname : `?${query}`);
    setFilter(next);
  };
  return (
    <section className="desk-card orders" aria-label="همهٔ سفارش‌ها">
      <OrderFilters filter={filter} now={now} onChoose={choose} />
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
              columns={orderColumns(now)}
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
    </section>
  );
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
