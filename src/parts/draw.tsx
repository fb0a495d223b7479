import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { Boundary } from "./Boundary.tsx";

/** Draws into an element that is not an island, for parts that a public page loads on demand. */
export function draw(container: HTMLElement, content: ReactNode): void {
  createRoot(container).render(<Boundary>{content}</Boundary>);
}
