import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { $events, $sessions, loadEvents, loadSessions } from "../../stores/account-session.ts";
import { EventList } from "./EventList.tsx";
import { SessionList } from "./SessionList.tsx";
import { SignOutEverywhere } from "./SignOutEverywhere.tsx";

/** Where a shopper is signed in, and what happened to the account. */
export function Security({ keptDays, fetchSize }: { keptDays: number; fetchSize: number }) {
  const sessions = useStore($sessions);
  const events = useStore($events);
  useEffect(() => {
    void loadSessions();
    void loadEvents(fetchSize);
  }, [fetchSize]);
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="sessions" className="flex flex-col gap-4">
        <h2 id="sessions" className="text-lg">
          اینجاها وارد شده‌اید
        </h2>
        {sessions.state === "loading" && <Bones />}
        {sessions.state === "failed" && (
          <ErrorBox message={sessions.message} onRetry={() => void loadSessions()} />
        )}
        {sessions.state === "ready" && <SessionList sessions={sessions.value} />}
        <SignOutEverywhere />
      </section>
      <section aria-labelledby="events">
        <h2 id="events" className="text-lg">
          رویدادهای حساب
        </h2>
        <p className="mb-4 text-sm text-muted">{`آنچه در ${toPersianDigits(keptDays)} روز گذشته در این حساب رخ داد. اگر چیزی کار شما نبود، از همهٔ دستگاه‌ها خارج شوید و به پشتیبانی بگویید.`}</p>
        {events.state === "loading" && <Bones />}
        {events.state === "failed" && (
          <ErrorBox message={events.message} onRetry={() => void loadEvents(fetchSize)} />
        )}
        {events.state === "ready" && <EventList list={events.value} fetchSize={fetchSize} />}
      </section>
    </div>
  );
}

function Bones() {
  return (
    <Skeleton>
      <Bone className="mb-3 h-20" />
      <Bone className="h-20" />
    </Skeleton>
  );
}
