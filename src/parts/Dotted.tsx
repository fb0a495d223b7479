import { Children, type ReactNode } from "react";

/** Facts side by side with a dot between them. A fact does not break inside. */
export function Dotted({ children }: { children: ReactNode }) {
  return Children.toArray(children).map((fact, index) => (
    <span key={index} className="whitespace-nowrap max-[340px]:whitespace-normal">
      {index > 0 && <span aria-hidden="true"> · </span>}
      <span className="contents">{fact}</span>
    </span>
  ));
}
