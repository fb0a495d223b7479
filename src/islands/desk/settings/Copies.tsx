import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { getHealthDetails } from "../../../../contract/desk/health.ts";
import type { AnswerOf } from "../../../../contract/request.ts";
import { formatDate } from "../../../../persian/dates.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { $health, loadHealth } from "../../../stores/desk/health.ts";
import { Section } from "./Section.tsx";

type Copy = NonNullable<AnswerOf<typeof getHealthDetails>["copy"]>;

/** Shows the copies of the database, on a server of one's own. */
export function Copies() {
  const copy = useStore($health)?.copy ?? null;
  useEffect(() => void loadHealth(), []);
  if (copy === null) return null;
  return (
    <Section
      title="نسخه‌های پشتیبان"
      loaded={{ state: "ready", value: copy }}
      onRetry={() => void loadHealth()}
      action={
        <span className={copy.isTrouble ? "badge badge-anar" : "badge"}>
          {copy.isTrouble ? "نیازمند نگاه" : "به‌جا"}
        </span>
      }
    >
      {(value) => (
        <>
          {value.isTrouble && (
            <p className="inquiry-now">
              <span>
                نسخه‌ها به‌وقت نیستند یا درست نیستند. به کسی که سرور را نگه می‌دارد خبر دهید.
              </span>
            </p>
          )}
          <Facts {...value} />
        </>
      )}
    </Section>
  );
}

function Facts({ copiedAt, provenAt, findings }: Copy) {
  return (
    <dl className="inquiry-settings inquiry-parts">
      <div>
        <dt>تازه‌ترین نسخه</dt>
        <dd>{copiedAt === null ? "هنوز هیچ" : formatDate(copiedAt)}</dd>
      </div>
      <div>
        <dt>آخرین نسخه‌ای که سنجیده شد</dt>
        <dd>
          {provenAt === null ? "هنوز هیچ" : `${formatDate(provenAt)}، ${sayFindings(findings)}`}
        </dd>
      </div>
    </dl>
  );
}

const sayFindings = (findings: number) =>
  findings === 0 ? "بی‌ایراد" : `${formatNumber(findings)} ایراد`;
