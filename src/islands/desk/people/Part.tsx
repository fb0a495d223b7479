import type { ReactNode } from "react";
import { StatusBadge, type Tone } from "../../../parts/StatusBadge.tsx";

/** Pieces of a person's page. */

const PAPERS: Record<string, readonly [Tone, string] | undefined> = {
  pending: ["waiting", "در انتظار"],
  verified: ["good", "تأییدشده"],
  rejected: ["bad", "ردشده"],
};

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Paper({ status }: { status: string }) {
  const [tone, word] = PAPERS[status] ?? ["plain", status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

export function Part({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="desk-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export function List<Row>({
  rows,
  empty,
  row,
}: {
  rows: readonly Row[];
  empty: string;
  row: (row: Row) => ReactNode;
}) {
  return rows.length === 0 ? (
    <p className="p-4 text-sm text-muted">{empty}</p>
  ) : (
    <ul className="person-rows">{rows.map(row)}</ul>
  );
}
