import { Children, type ReactNode } from "react";

/** Facts side by side with a dot between them. A fact breaks inside only where a line is too short. */
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
