import { type ComponentType, startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Boundary } from "./Boundary.tsx";

/** The second argument of the function that Astro calls, as far as this shop uses it. */
type Props = Record<string, unknown>;

/**
 * Starts an island. Astro calls it for every `client:` directive instead of the entry of
 * `@astrojs/react` (see `astro.config.mjs`), so that each has a boundary and nobody has to add one.
 * Islands of this shop take no slots.
 */
export default function startIsland(element: HTMLElement) {
  return (
    Island: ComponentType<Props>,
    props: Props,
    _slots: unknown,
    { client }: { client: string },
  ): void => {
    // Astro takes the attribute away when the island runs.
    if (!element.hasAttribute("ssr")) return;
    const content = (
      <Boundary>
        <Island {...props} />
      </Boundary>
    );
    if (client !== "only" && isTranslated()) {
      // It differs from what the server sent, so hydrating it would fail. Drawn at once, it can still
      // read what was typed into the server's fields.
      flushSync(() => {
        createRoot(element).render(content);
      });
      return;
    }
    startTransition(() => {
      if (client === "only") createRoot(element).render(content);
      else
        hydrateRoot(element, content, {
          identifierPrefix: element.getAttribute("prefix") ?? "",
          onRecoverableError: (error) => {
            // It was translated since; React has drawn the island anew.
            if (!isTranslated()) reportError(error);
          },
        });
    });
  };
}

/** Translators of browsers wrap texts in elements that this shop does not use. */
const isTranslated = () => document.querySelector("font") !== null;
