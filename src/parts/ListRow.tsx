import type { ReactNode } from "react";

/**
 * A row of a list on a narrow screen: name and amount, then details in a muted colour and the
 * state.
 */
export interface Line {
  /** A picture, or an icon on a round background. */
  art?: ReactNode;
  icon?: ReactNode;
  name: ReactNode;
  /** The page to which the whole row links. */
  href?: string | undefined;
  amount?: ReactNode;
  facts?: ReactNode;
  chip?: ReactNode;
  /** Controls below the row. */
  actions?: ReactNode;
}

export function ListRow({ art, icon, name, href, amount, facts, chip, actions }: Line) {
  return (
    <li className="card list-row">
      {art && <span className="list-row-art">{art}</span>}
      {icon && <span className="list-row-art list-row-icon">{icon}</span>}
      <span className="list-row-words">
        <span className="list-row-name">
          {href === undefined ? (
            name
          ) : (
            <a className="row-link" href={href}>
              {name}
            </a>
          )}
        </span>
        {amount && <span>{amount}</span>}
      </span>
      {(facts || chip) && (
        <span className="list-row-words">
          <span className="list-row-facts">{facts}</span>
          {chip}
        </span>
      )}
      {actions && <div className="list-row-actions">{actions}</div>}
    </li>
  );
}
