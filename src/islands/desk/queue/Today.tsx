import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { Role } from "../../../../contract/desk/endpoint.ts";
import { useAskBeforeLeaving } from "../../../parts/use-ask-before-leaving.ts";
import { useIsDesktop } from "../../../parts/use-is-desktop.ts";
import { $chosen, $drafts, checkOpen, choose, step } from "../../../stores/desk/queue-pane.ts";
import {
  $heard,
  $queue,
  KIND_NAMES,
  type QueueRow,
  watchQueue,
} from "../../../stores/desk/queue.ts";
import { useKeys } from "../keys.ts";
import type { QueueRights } from "./rights.ts";
import { Pane } from "./Pane.tsx";
import { QueueList } from "./QueueList.tsx";

interface TodayProps extends QueueRights {
  name: string;
  role: Role;
}

/**
 * The page «امروز»: everything that waits, ordered by the promised time, and beside it the open
 * thing.
 */
export function Today({ name, role, ...way }: TodayProps) {
  const chosen = useStore($chosen);
  const queue = useStore($queue);
  const isDesktop = useIsDesktop();
  useEffect(() => watchQueue(name), [name]);
  useEffect(openAddressed, []);
  useEffect(
    () =>
      $heard.listen(() => {
        void checkOpen();
      }),
    [],
  );
  // Answers are kept while other things are read, but not when the page is left.
  useAskBeforeLeaving(() => Object.values($drafts.get()).some((text) => text?.trim()));
  useBackButton(!isDesktop && chosen !== null);
  useKeys("صف", [
    {
      code: "KeyJ",
      label: "بعدی",
      act: () => {
        step(1);
      },
    },
    {
      code: "KeyK",
      label: "پیشین",
      act: () => {
        step(-1);
      },
    },
    ...(chosen ? [{ code: "Escape", label: "بستن این کار", act: closeOpen }] : []),
  ]);
  return (
    <div className={`queue ${chosen ? "queue-opened" : ""}`}>
      <QueueList name={name} role={role} />
      <section className="queue-pane" aria-label="کار باز">
        {chosen ? (
          <Pane key={`${chosen.kind}:${chosen.id}`} operator={name} way={way} />
        ) : (
          queue !== null &&
          queue.length > 0 && (
            <p className="queue-hint">کاری را از فهرست باز کنید، یا با J از دیرترین آغاز کنید.</p>
          )
        )}
      </section>
    </div>
  );
}

/** Closes the open thing and focuses its row in the list. */
function closeOpen(): void {
  const row = document.querySelector<HTMLElement>(".queue-row[aria-current=true]");
  choose(null);
  row?.focus({ preventScroll: true });
}

/** Opens the thing that an address names, as in «/desk?open=payment:ID». */
function openAddressed(): void {
  const named = new URLSearchParams(location.search).get("open");
  const [, kind = "", id = ""] = /^([a-z_]+):(.+)$/.exec(named ?? "") ?? [];
  if (!Object.hasOwn(KIND_NAMES, kind)) return;
  history.replaceState(history.state, "", "/desk");
  choose({ kind: kind as QueueRow["kind"], id });
}

/** On a phone the open thing covers the list. The browser's back button then closes it. */
function useBackButton(isCovered: boolean): void {
  useEffect(() => {
    if (!isCovered) return;
    history.pushState({ isQueueOpen: true }, "");
    const close = () => {
      choose(null);
    };
    addEventListener("popstate", close);
    return () => {
      removeEventListener("popstate", close);
      if ((history.state as { isQueueOpen?: boolean } | null)?.isQueueOpen) history.back();
    };
  }, [isCovered]);
}
