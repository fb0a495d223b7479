import type { ReactNode } from "react";
import { formatDate } from "../../../persian/dates.ts";

interface LatestBoxProps {
  id: string;
  title: string;
  /** Link to the full list. */
  link: ReactNode;
  children: ReactNode;
}

/** A box of the dashboard with the latest entries of a list. */
export function LatestBox({ id, title, link, children }: LatestBoxProps) {
  return (
    <section className="card p-5" aria-labelledby={id}>
      <header className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {link}
      </header>
      {children}
    </section>
  );
}

interface LatestRowProps {
  href: string;
  name: ReactNode;
  /** The number of the order or ticket, shown before the date. */
  number?: ReactNode;
  updatedAt: string;
  badge: ReactNode;
}

export function LatestRow({ href, name, number, updatedAt, badge }: LatestRowProps) {
  return (
    <li className="border-t border-line first:border-t-0">
      <a href={href} className="latest-row py-3 text-sm hover:text-firouzeh-strong">
        <span className="font-semibold">{name}</span>
        {badge}
        <span className="text-xs text-muted">
          {number && (
            <span>
              {number}
              <span aria-hidden="true"> · </span>
            </span>
          )}
          <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
        </span>
      </a>
    </li>
  );
}
