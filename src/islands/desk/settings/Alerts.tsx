import { useStore } from "@nanostores/react";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import {
  $alerts,
  type AlertChannel,
  endChannel,
  loadAlerts,
  tryChannel,
} from "../../../stores/desk/alert.ts";
import { EndButton } from "./EndButton.tsx";
import { KINDS, NewAlertChannel, nameHours } from "./NewAlertChannel.tsx";
import { Section } from "./Section.tsx";

const TROUBLES: Record<NonNullable<AlertChannel["trouble"]>, string> = {
  token: "نشان ربات پذیرفته نشد",
  gone: "گفت‌وگو بسته است؛ چیزی فرستاده نمی‌شود",
  refused: "پیام پذیرفته نشد",
  silent: "پاسخی نیامد",
};

/**
 * The channels that alert operators, each with a test button; and what is over its threshold now.
 */
export function Alerts() {
  const alerts = useStore($alerts);
  const [isMaking, setIsMaking] = useState(false);
  const { send, isSending, problem } = useSending();
  useEffect(() => void loadAlerts(), []);
  const acts = {
    title: "کار",
    isAction: true,
    cell: (channel: AlertChannel) => (
      <Acts
        channel={channel}
        isSending={isSending}
        onTry={() => void send(() => tryChannel(channel.id))}
      />
    ),
  };
  return (
    <Section
      title="هشدارها"
      loaded={alerts}
      onRetry={() => void loadAlerts()}
      action={
        <button type="button" className="button-quiet" onClick={() => setIsMaking(true)}>
          <Plus size={16} aria-hidden="true" />
          راه تازه
        </button>
      }
    >
      {({ channels, open, hasBot, hasEmail }) => (
        <>
          {problem !== "" && <ErrorBox message={problem} />}
          {open.length > 0 && (
            <p className="alerts-now">
              {`اکنون: ${open.map(({ words, count }) => `${words} (${formatNumber(count)})`).join("، ")}`}
            </p>
          )}
          {channels.length === 0 ? (
            <EmptyState
              text="هشداری به کسی فرستاده نمی‌شود."
              next="وقتی قولی به نیمه می‌رسد، درگاه پاسخ نمی‌دهد، پولی نیازمند بررسی است یا کارمندی کار بزرگی می‌کند، ربات، پیامک یا ایمیل خبر می‌دهد؛ بی نام و شماره و کد کسی."
            />
          ) : (
            <DataTable
              caption="راه‌های هشدار"
              columns={[...COLUMNS, acts]}
              rows={channels}
              rowKey={({ id }) => id}
            />
          )}
          <NewAlertChannel
            isOpen={isMaking}
            kinds={{ bot: hasBot, sms: true, email: hasEmail }}
            onClose={() => setIsMaking(false)}
          />
        </>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<AlertChannel>[] = [
  {
    title: "راه",
    cell: ({ kind, address }) => (
      <>
        <b>{KINDS[kind]}</b>
        <span className="contents"> </span>
        <bdi dir="ltr">{address}</bdi>
      </>
    ),
  },
  {
    title: "چه هشداری",
    cell: ({ wants, hours }) => {
      if (wants === "urgent") return "تنها فوری‌ها";
      return hours === null ? "همه" : `همه از ${nameHours(hours)}؛ فوری‌ها همیشه`;
    },
  },
  {
    title: "آخرین پیام",
    cell: ({ sentAt }) => (sentAt === null ? "هنوز هیچ" : <RelativeDate at={sentAt} isShort />),
  },
  {
    title: "وضعیت",
    cell: ({ trouble, troubleSince }) =>
      trouble === null ? (
        "در کار"
      ) : (
        <span className="text-anar">
          <span>{TROUBLES[trouble]}</span>
          {troubleSince !== null && (
            <>
              <span>{"، "}</span>
              <RelativeDate at={troubleSince} isShort />
            </>
          )}
        </span>
      ),
  },
];

interface ActsProps {
  channel: AlertChannel;
  isSending: boolean;
  onTry: () => void;
}

/** The buttons of a channel: one sends a test, one removes it. */
function Acts({ channel: { id, address }, isSending, onTry }: ActsProps) {
  return (
    <span className="row-acts">
      <button
        type="button"
        className="button-quiet button-small"
        aria-label={`آزمایش ${address}`}
        disabled={isSending}
        onClick={onTry}
      >
        آزمایش
      </button>
      <EndButton
        word="برداشتن"
        about={address}
        title="برداشتن راه هشدار"
        action="برداشته شود"
        end={() => endChannel(id)}
      >
        دیگر هشداری به <bdi dir="ltr">{address}</bdi> فرستاده نمی‌شود.
      </EndButton>
    </span>
  );
}
