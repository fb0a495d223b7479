import { useStore } from "@nanostores/react";
import { Package, Wallet } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { formatNumber } from "../../../persian/toman.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { $orders, loadOrders } from "../../stores/order.ts";
import { $balance, loadBalance } from "../../stores/wallet.ts";
import { LatestOrders } from "./LatestOrders.tsx";

/** How many orders the overview shows. */
const LATEST = 5;

export function Dashboard() {
  const balance = useStore($balance);
  const orders = useStore($orders);
  const load = () => {
    void loadBalance();
    void loadOrders(LATEST);
  };
  useEffect(load, []);
  if (balance.state === "failed") return <ErrorBox message={balance.message} onRetry={load} />;
  if (orders.state === "failed") return <ErrorBox message={orders.message} onRetry={load} />;
  if (balance.state === "loading" || orders.state === "loading") return <DashboardSkeleton />;
  const { orders: latest, nextCursor } = orders.value;
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Figure title="موجودی کیف پول" icon={<Wallet size={22} aria-hidden="true" />}>
          <Toman amount={balance.value} className="text-2xl font-extrabold wrap-anywhere whitespace-normal!" />
        </Figure>
        <Figure title="سفارش‌ها" icon={<Package size={22} aria-hidden="true" />} href="/orders">
          <span className="tabular text-2xl font-extrabold">
            {nextCursor !== null && <span className="text-base font-semibold">بیش از </span>}
            {formatNumber(latest.length)}
          </span>
        </Figure>
      </div>
      <LatestOrders orders={latest} />
    </div>
  );
}

function Figure({ title, icon, href, children }: { title: string; icon: ReactNode; href?: string; children: ReactNode }) {
  const content = (
    <>
      <span className="rounded-control bg-firouzeh-wash p-3 text-firouzeh-strong">{icon}</span>
      <span className="flex min-w-0 flex-col">
        <span className="text-sm text-muted">{title}</span>
        {children}
      </span>
    </>
  );
  const shape = "card flex min-h-24 items-center gap-4 p-5";
  return href ? (
    <a href={href} className={`${shape} transition-colors hover:border-firouzeh`}>
      {content}
    </a>
  ) : (
    <div className={shape}>{content}</div>
  );
}

function DashboardSkeleton() {
  return (
    <Skeleton>
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <Bone className="h-24" />
        <Bone className="h-24" />
      </div>
      <Bone className="h-80" />
    </Skeleton>
  );
}
