import { useSending } from "../../../parts/use-sending.ts";
import {
  type WholePerson,
  exportData,
  forget,
  freeze,
  release,
  signOut,
} from "../../../stores/desk/person.ts";
import { notify } from "../../../stores/notice.ts";
import { download } from "../download.ts";
import { ReasonedAct } from "./ReasonedAct.tsx";

interface ActsProps {
  id: string;
  /** The freeze that is in force, if there is one. */
  frozen: WholePerson["freezes"][number] | undefined;
  /** True for finance and owners. */
  canDecideMoney: boolean;
}

/** The actions that operators can take about a person. */
export function Acts({ id, frozen, canDecideMoney }: ActsProps) {
  const { send, isSending } = useSending();
  return (
    <div className="act-row">
      {!frozen && (
        <ReasonedAct
          label="مسدود کردن…"
          title="مسدود کردن"
          action="مسدود کن"
          text="خرید، برداشت، دیدن کد و هدیه می‌ایستد؛ ورود، تیکت و دیدن داده‌های خودش باز می‌ماند. دلیل را خود شخص می‌خواند."
          run={(reason) => freeze(id, "person", id, reason)}
        />
      )}
      {frozen && canDecideMoney && (
        <ReasonedAct
          label="برداشتن مسدودی…"
          title="برداشتن مسدودی"
          about={frozen.id}
          action="مسدودی را بردار"
          text="همهٔ آنچه این مسدودی ایستانده بود، دوباره به راه می‌افتد."
          run={(reason) => release(id, frozen.id, reason)}
        />
      )}
      <ReasonedAct
        label="مسدود کردن دستگاه‌ها…"
        title="مسدود کردن دستگاه‌ها"
        action="دستگاه‌ها را مسدود کن"
        text="مرورگرهای شناختهٔ این شخص مسدود می‌شوند، و هر کس که در آن‌ها وارد شود. دلیل را همهٔ آن‌ها می‌خوانند."
        run={(reason) => freeze(id, "device", id, reason)}
      />
      <ReasonedAct
        label="خروج از همه‌جا…"
        title="خروج از همهٔ دستگاه‌ها"
        action="خارج کن"
        text="شخص باید دوباره با کد پیامکی وارد شود. هدیه‌های بازنشده تا زمانی که خودش بخواهد می‌ایستند."
        needsReason={false}
        run={() => signOut(id)}
      />
      {canDecideMoney && (
        <>
          <button
            type="button"
            className="button-quiet"
            disabled={isSending}
            onClick={() => void send(() => give(id))}
          >
            گرفتن همهٔ داده‌ها
          </button>
          <ReasonedAct
            label="فراموش کردن…"
            title="فراموش کردن"
            action="درخواست پاک شدن را بنویس"
            text="داده‌های این شخص پس از تأیید نفر دوم پاک می‌شود، جز آنچه دفترها لازم دارند. بازگشتی ندارد."
            run={(reason) => forget(id, reason)}
          />
        </>
      )}
    </div>
  );
}

async function give(id: string): Promise<void> {
  const outcome = await exportData(id);
  if (!outcome.ok) {
    notify("error", outcome.message);
    return;
  }
  const text = JSON.stringify(outcome.value, null, 2);
  download({ name: `person-${id}.json`, type: "application/json", text });
}
