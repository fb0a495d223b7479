import { Children, type ReactNode } from "react";

/** Facts in a line with a dot between them. A fact wraps only when it is longer than the line. */
export function Dotted({ children }: { children: ReactNode }) {
  return Children.toArray(children).map((fact, index) => (
    <span key={index} className="inline-block">
      {index > 0 && (
        <span aria-hidden="true" className="whitespace-pre">
          {" · "}
        </span>
      )}
      <span className="contents">{fact}</span>
    </span>
  ));
}
