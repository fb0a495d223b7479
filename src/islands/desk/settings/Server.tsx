import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { getHealthDetails } from "../../../../contract/desk/health.ts";
import type { AnswerOf } from "../../../../contract/request.ts";
import { formatDate, formatDay } from "../../../../persian/dates.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { $health, loadHealth } from "../../../stores/desk/health.ts";
import { Section } from "./Section.tsx";

type State = NonNullable<AnswerOf<typeof getHealthDetails>["server"]>;

/** Shows copies and certificate of a server of one's own. */
export function Server() {
  const state = useStore($health)?.server ?? null;
  useEffect(() => void loadHealth(), []);
  if (state === null) return null;
  return (
    <Section
      title="سرور"
      loaded={{ state: "ready", value: state }}
      onRetry={() => void loadHealth()}
      action={
        <span className={state.isTrouble ? "badge badge-anar" : "badge"}>
          {state.isTrouble ? "نیازمند نگاه" : "به‌جا"}
        </span>
      }
    >
      {(value) => (
        <>
          {value.isTrouble && (
            <p className="inquiry-now">
              <span>
                نسخه‌ها به‌وقت یا درست نیستند، به دستگاه دیگر نمی‌رسند، یا گواهی رو به پایان است. به
                کسی که سرور را نگه می‌دارد خبر دهید.
              </span>
            </p>
          )}
          <Facts {...value} />
        </>
      )}
    </Section>
  );
}

function Facts({ copiedAt, provenAt, findings, certificateEndsAt }: State) {
  return (
    <dl className="inquiry-settings inquiry-parts">
      <div>
        <dt>تازه‌ترین نسخهٔ پشتیبان</dt>
        <dd>{copiedAt === null ? "هنوز هیچ" : formatDate(copiedAt)}</dd>
      </div>
      <div>
        <dt>آخرین نسخه‌ای که سنجیده شد</dt>
        <dd>
          {provenAt === null ? "هنوز هیچ" : `${formatDate(provenAt)}، ${sayFindings(findings)}`}
        </dd>
      </div>
      <div>
        <dt>پایان گواهی HTTPS</dt>
        <dd>{certificateEndsAt === null ? "دیده نشد" : formatDay(certificateEndsAt)}</dd>
      </div>
    </dl>
  );
}

const sayFindings = (findings: number) =>
  findings === 0 ? "بی‌ایراد" : `${formatNumber(findings)} ایراد`;
