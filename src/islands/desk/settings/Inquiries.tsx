import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect } from "react";
import { formatClock } from "../../../../persian/dates.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import {
  $inquiries,
  type Inquiries as InquiriesValue,
  loadInquiries,
} from "../../../stores/desk/inquiry.ts";
import { Section } from "./Section.tsx";

type Sums = InquiriesValue["today"];

const PROVIDERS: Record<InquiriesValue["provider"], string> = { zibal: "زیبال" };
const FACTS: Record<InquiriesValue["facts"][number], string> = {
  phone: "صاحب موبایل",
  card: "صاحب کارت",
  iban: "نام و شبای کارت",
};
const ENDINGS: Record<keyof Sums, string> = {
  approved: "روشن؛ خودش تأیید شد",
  doubtful: "نه، یا روشن نبود؛ ماند برای میز",
  failed: "بی‌پاسخ یا بیش از سقف؛ ماند برای میز",
  decided: "کارمند زودتر تصمیم گرفت",
};

/**
 * Shows owners which inquiries the shop makes about identities and cards. They are configured where
 * the shop is deployed.
 */
export function Inquiries() {
  const loaded = useStore($inquiries);
  useEffect(() => void loadInquiries(), []);
  const isOn = loaded.state === "ready" && loaded.value.facts.length > 0;
  return (
    <Section
      title="استعلام هویت"
      loaded={loaded}
      onRetry={() => void loadInquiries()}
      action={
        loaded.state === "ready" && (
          <span className={isOn ? "badge" : "badge badge-muted"}>{isOn ? "روشن" : "خاموش"}</span>
        )
      }
    >
      {(value) => (
        <>
          <p className="inquiry-now">{sayWhatHappens(value)}</p>
          <div className="inquiry-parts">
            {hasAnything(value) && <Endings {...value} />}
            <Settings {...value} />
          </div>
        </>
      )}
    </Section>
  );
}

function sayWhatHappens({ facts, canApprove, provider, waiting }: InquiriesValue): string {
  if (facts.length === 0) return "هیچ پرسشی نمی‌شود؛ هر هویت و هر کارت را یک نفر از شما می‌بیند.";
  if (!canApprove)
    return "پاسخ‌ها تنها کنار کارها دیده می‌شوند؛ برای تأیید خودکار هر سه پرسش لازم است.";
  const now = waiting === 0 ? "" : ` اکنون ${formatNumber(waiting)} استعلام در راه است.`;
  return (
    `${PROVIDERS[provider]} دربارهٔ هویت تازه و کارت بعدی پاسخ می‌دهد؛ آنچه روشن است در چند ثانیه تأیید ` +
    `می‌شود و باقی در صف شما می‌ماند.${now}`
  );
}

const hasAnything = ({ facts, week }: InquiriesValue) =>
  facts.length > 0 || Object.values(week).some((count) => count > 0);

function Endings({
  today,
  week,
  facts,
  questionsToday,
  questionsPerDay,
  questionsAnewAt,
}: InquiriesValue) {
  const endings = Object.keys(ENDINGS) as (keyof Sums)[];
  return (
    <div>
      <table className="table table-tight">
        <caption className="sr-only">پایان استعلام‌ها</caption>
        <thead>
          <tr>
            <th scope="col">پایان استعلام</th>
            <th scope="col">امروز</th>
            <th scope="col">۷ روز</th>
          </tr>
        </thead>
        <tbody>
          {endings.map((ending) => (
            <tr key={ending}>
              <th scope="row">{ENDINGS[ending]}</th>
              <td>{formatNumber(today[ending])}</td>
              <td>{formatNumber(week[ending])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {facts.length > 0 && (
        <p className="hint">{`پرسش‌های امروز: ${formatNumber(questionsToday)} از ${formatNumber(questionsPerDay)}؛ سقف ساعت ${formatClock(questionsAnewAt)} از نو شمرده می‌شود. هر پرسش هزینه دارد و پاسخ، مبلغ آن را نمی‌گوید؛ آن را در پنل ارائه‌دهنده ببینید.`}</p>
      )}
    </div>
  );
}

function Settings({
  facts,
  provider,
  origin,
  hasToken,
  perPersonDay,
  questionsPerDay,
}: InquiriesValue) {
  const asked = facts.map((fact) => FACTS[fact]).join("، ");
  return (
    <div>
      <dl className="inquiry-settings">
        <Setting what="پرسیده می‌شود">{asked === "" ? "هیچ" : asked}</Setting>
        <Setting what={`نشانی ${PROVIDERS[provider]}`}>
          <bdi dir="ltr">{origin}</bdi>
        </Setting>
        <Setting what="نشان ارائه‌دهنده">{hasToken ? "نوشته شده" : "نوشته نشده"}</Setting>
        <Setting what="هر شخص در روز">{`${formatNumber(perPersonDay)} استعلام`}</Setting>
        <Setting what="همهٔ فروشگاه در روز">{`${formatNumber(questionsPerDay)} پرسش`}</Setting>
      </dl>
      <p className="hint">این‌ها جایی عوض می‌شوند که فروشگاه مستقر شده است، نه این‌جا.</p>
    </div>
  );
}

function Setting({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  );
}
