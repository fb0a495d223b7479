import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import type { Session } from "../../../contract/session.ts";
import { formatDay } from "../../../persian/dates.ts";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { Dotted } from "../../parts/Dotted.tsx";
import { ListRow } from "../../parts/ListRow.tsx";
import { RelativeDate } from "../../parts/RelativeDate.tsx";
import { StatusBadge } from "../../parts/StatusBadge.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { endSession } from "../../stores/account-session.ts";

const UNKNOWN = "دستگاه ناشناس";

export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [ending, setEnding] = useState<Session | null>(null);
  const { open, modal } = useConfirmation(async () => (ending ? await endSession(ending.id) : ""));
  return (
    <>
      <ul className="flex flex-col gap-3">
        {sessions.map((session) => (
          <ListRow
            key={session.id}
            icon={<MonitorSmartphone size={20} aria-hidden="true" />}
            name={session.device || UNKNOWN}
            amount={session.isThis ? <StatusBadge tone="good">همین دستگاه</StatusBadge> : undefined}
            facts={
              <Dotted>
                <>
                  <span>{`ورود: ${formatDay(session.createdAt)}`}</span>
                </>
                <>
                  <span>{"آخرین استفاده: "}</span>
                  <RelativeDate at={session.lastUsedAt} isShort />
                </>
              </Dotted>
            }
            chip={
              session.isThis ? undefined : (
                <button
                  type="button"
                  className="link min-h-11 text-sm"
                  aria-label={`خروج ${session.device || UNKNOWN}`}
                  onClick={() => {
                    setEnding(session);
                    open();
                  }}
                >
                  خروج
                </button>
              )
            }
          />
        ))}
      </ul>
      {/* The dialog is outside the rows, since a row may contain only text and controls. */}
      <ConfirmModal {...modal} title="خروج این دستگاه" action="خارج شود">
        <p>
          {`${ending?.device || UNKNOWN} همین حالا از حساب شما خارج می‌شود و برای ورود دوباره کد پیامکی لازم دارد.`}
        </p>
      </ConfirmModal>
    </>
  );
}
