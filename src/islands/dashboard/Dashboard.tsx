import { useStore } from "@nanostores/react";
import { MessagesSquare, Package, Wallet } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { formatNumber } from "../../../persian/toman.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { LoudToman } from "../../parts/LoudToman.tsx";
import { $dashboard, loadDashboard } from "../../stores/dashboard.ts";
import { LatestOrders } from "./LatestOrders.tsx";
import { LastCode } from "./LastCode.tsx";
import { LatestTickets } from "./LatestTickets.tsx";
import { Waiting } from "./Waiting.tsx";
import { useNow } from "../../parts/use-now.ts";

export function Dashboard() {
  const dashboard = useStore($dashboard);
  const now = useNow();
  useEffect(() => {
    void loadDashboard();
  }, []);
  if (dashboard.state === "failed")
    return <ErrorBox message={dashboard.message} onRetry={() => void loadDashboard()} />;
  if (dashboard.state === "loading") return <DashboardSkeleton />;
  const { walletBalance, ordersCount, ticketsCount, latestOrders, latestTickets, lastCode } =
    dashboard.value;
  return (
    <div className="flex flex-col gap-5">
      {lastCode && <LastCode code={lastCode} />}
      <Waiting overview={dashboard.value} now={now} />
      <div className="figures figures-three">
        <Figure
          title="موجودی کیف پول"
          href="/wallet"
          icon={<Wallet size={22} aria-hidden="true" />}
        >
          <LoudToman amount={walletBalance} className="text-xl" />
        </Figure>
        <Figure title="سفارش‌ها" href="/orders" icon={<Package size={22} aria-hidden="true" />}>
          <Count value={ordersCount} />
        </Figure>
        <Figure
          title="تیکت‌ها"
          href="/tickets"
          icon={<MessagesSquare size={22} aria-hidden="true" />}
        >
          <Count value={ticketsCount} />
        </Figure>
      </div>
      <div className="figures figures-wide items-start">
        <LatestOrders orders={latestOrders} />
        <LatestTickets tickets={latestTickets} />
      </div>
    </div>
  );
}

function Count({ value }: { value: number }) {
  return <span className="text-xl font-extrabold">{formatNumber(value)}</span>;
}

function Figure({
  title,
  icon,
  href,
  children,
}: {
  title: string;
  icon: ReactNode;
  href: string;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      className="card flex min-h-24 items-center gap-4 p-5 transition-colors hover:border-firouzeh"
    >
      <span className="rounded-control bg-firouzeh-wash p-3 text-firouzeh-strong">{icon}</span>
      <span className="measured flex min-w-0 flex-1 flex-col">
        <span className="text-sm text-muted">{title}</span>
        {children}
      </span>
    </a>
  );
}

function DashboardSkeleton() {
  return (
    <Skeleton>
      <Bone className="mb-5 h-32" />
      <div className="mb-5 figures figures-three">
        <Bone className="h-24" />
        <Bone className="h-24" />
        <Bone className="h-24" />
      </div>
      <div className="figures figures-wide">
        <Bone className="h-80" />
        <Bone className="h-80" />
      </div>
    </Skeleton>
  );
}
