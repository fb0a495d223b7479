import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { Boundary } from "./Boundary.tsx";

/** Draws into an element that is no island: what a public page loads when it needs it. */
export function draw(container: HTMLElement, content: ReactNode): void {
  createRoot(container).render(<Boundary>{content}</Boundary>);
}
