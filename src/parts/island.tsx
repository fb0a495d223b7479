import { type ComponentType, startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Boundary } from "./Boundary.tsx";

/** The second argument of the function that Astro calls, as far as this shop uses it. */
type Props = Record<string, unknown>;

/**
 * Starts an island. Astro calls this function for every `client:` directive, instead of the entry
 * of `@astrojs/react` (see `astro.config.mjs`), so that every island has a `Boundary`. Islands of
 * this shop take no slots.
 */
export default function startIsland(element: HTMLElement) {
  return (
    Island: ComponentType<Props>,
    props: Props,
    _slots: unknown,
    { client }: { client: string },
  ): void => {
    // Astro removes this attribute when an island runs: this one runs already.
    if (!element.hasAttribute("ssr")) return;
    const content = (
      <Boundary>
        <Island {...props} />
      </Boundary>
    );
    if (client !== "only" && isTranslated()) {
      // A translated page differs from the server's HTML, so hydrating it would fail. It is drawn
      // synchronously, so that it can still read what was typed into the server's fields.
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
            // The page was translated in the meantime, and React has drawn the island again: not an
            // error.
            if (!isTranslated()) reportError(error);
          },
        });
    });
  };
}

/**
 * True when the browser has translated the page: it wraps texts in `font`, which this shop does not
 * use.
 */
const isTranslated = () => document.querySelector("font") !== null;
