import { type ReactNode, useState } from "react";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { numberInWords } from "../../../../persian/words.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  type DiscountCode,
  type NewSeries as Wanted,
  type Preview,
  makeSeries,
  previewSeries,
} from "../../../stores/desk/discount-code.ts";
import { download } from "../download.ts";
import { FormButtons } from "../FormButtons.tsx";
import { TERM_FIELDS, Terms, countOf, draftLike, termsOf } from "./Terms.tsx";
import { dayWords, discountWords } from "./words.ts";

interface NewSeriesProps {
  isOpen: boolean;
  /** The series whose terms are copied into the form. */
  like: DiscountCode | null;
  most: number;
  onClose: () => void;
}

/** A previewed series, and the idempotency key that prevents making it twice. */
interface PreviewedSeries {
  requested: Wanted;
  preview: Preview;
  key: string;
}

/** Makes many random codes: first a preview, then the codes as a file. */
export function NewSeries({ isOpen, ...form }: NewSeriesProps) {
  return (
    <Modal isOpen={isOpen} title="چند کد با هم" about={form.like?.id ?? ""} onClose={form.onClose}>
      <Steps {...form} />
    </Modal>
  );
}

function Steps({ like, most, onClose }: Omit<NewSeriesProps, "isOpen">) {
  const form = `new-series:${like?.id ?? ""}`;
  const [prefix, setPrefix] = useTyped<string>(`${form} prefix`, like?.series?.prefix ?? "");
  const [count, setCount] = useTyped<string>(`${form} count`, String(like?.series?.count ?? ""));
  const [draft, setDraft] = useTyped(`${form} terms`, draftLike(like, "1"));
  const [looked, setLooked] = useState<PreviewedSeries | null>(null);
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const { formOf, messages, messageOf, problem, isSending, send } = useSending([
    "prefix",
    "count",
    ...TERM_FIELDS,
  ]);
  const look = async () => {
    const requested = { ...termsOf(draft), prefix, count: countOf(count) };
    await send(async () => {
      const outcome = await previewSeries(requested);
      if (outcome.ok) setLooked({ requested, preview: outcome.value, key: crypto.randomUUID() });
      return outcome;
    });
  };
  const make = async () => {
    if (!looked) return;
    await send(async () => {
      const outcome = await makeSeries(looked.requested, looked.key);
      if (!outcome.ok) return outcome;
      setFile(outcome.value.file);
      download({ ...outcome.value.file, type: "text/csv;charset=utf-8" });
      return outcome;
    });
  };
  if (file)
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>
          <span>{`${formatNumber(Number(looked?.requested.count ?? 0))} کد ساخته شد و فهرستشان با نام `}</span>
          <bdi dir="ltr" translate="no" className="code-text">
            {file.name}
          </bdi>
          <span>{` گرفته شد. از فهرست هم هر وقت خواستید دوباره می‌گیرید.`}</span>
        </p>
        <button type="button" className="button button-decide" onClick={onClose}>
          برگشت به فهرست
        </button>
      </div>
    );
  return (
    <form {...formOf(() => (looked ? make() : look()))} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      {looked ? (
        <SeriesPreview {...looked} />
      ) : (
        <>
          <div className="field-pair">
            <TextField
              label="پیشوند، با حروف لاتین"
              name="prefix"
              dir="ltr"
              autoComplete="off"
              value={prefix}
              message={messageOf("prefix")}
              onChange={setPrefix}
            />
            <TextField
              label={`چند کد، تا ${formatNumber(most)}`}
              name="count"
              dir="ltr"
              autoComplete="off"
              value={count}
              message={messageOf("count")}
              onChange={setCount}
            />
          </div>
          <Terms draft={draft} messages={messages} onChange={setDraft} />
        </>
      )}
      <FormButtons
        isSending={isSending}
        isStep={looked !== null}
        onClose={() => {
          if (looked) setLooked(null);
          else onClose();
        }}
      >
        {looked ? `${formatNumber(Number(looked.requested.count))} کد را بساز` : "ببین چه می‌شود"}
      </FormButtons>
    </form>
  );
}

/** Shows the preview of a series. */
function SeriesPreview({ requested, preview: { examples, alike, most } }: PreviewedSeries) {
  const { count, usesMax, usesPerPerson, until, minPurchase } = requested;
  const words = discountWords({
    type: requested.type,
    value: Number(requested.value),
    maxDiscount: requested.maxDiscount === null ? null : Number(requested.maxDiscount),
    minPurchase: 0,
  });
  return (
    <>
      <dl className="facts fate-facts">
        <Fact name="کدها">{formatNumber(Number(count))}</Fact>
        <Fact name="هر کد">{words}</Fact>
        <Fact name="حداقل خرید">
          {minPurchase === null ? "هر خرید" : formatToman(Number(minPurchase))}
        </Fact>
        <Fact name="هر کد چند بار">
          {`${usesMax === null ? "بی‌شمار" : formatNumber(Number(usesMax))}، هر نفر ${formatNumber(Number(usesPerPerson ?? 1))}`}
        </Fact>
        <Fact name="تا پایان">
          {until === null ? "همیشه" : <bdi dir="ltr">{dayWords(until)}</bdi>}
        </Fact>
        <Fact name="بیش‌ترین خرج">{most === null ? "سقف ندارد" : formatToman(most)}</Fact>
      </dl>
      {most === null ? (
        <p className="text-xs text-anar">
          خرج این کدها ته ندارد: سقف تخفیف یا تعداد استفاده را ننوشته‌اید.
        </p>
      ) : (
        <p className="hint">{`${numberInWords(most)} تومان، اگر همهٔ کدها تا آخر استفاده شوند.`}</p>
      )}
      {requested.maySellBelowCost === true && (
        <p className="text-xs text-anar">این کدها می‌توانند قیمت را زیر بهای تمام‌شده ببرند.</p>
      )}
      {alike > 0 && (
        <p className="text-xs text-anar">
          {`${formatNumber(alike)} کد با همین پیشوند از پیش هست؛ آن‌ها همان می‌مانند.`}
        </p>
      )}
      <div>
        <p className="label">به این شکل (کدهای واقعی هنگام ساختن می‌آیند)</p>
        <ul className="fates" aria-label="نمونهٔ کدها">
          {examples.map((example) => (
            <li key={example}>
              <bdi dir="ltr" lang="en" translate="no" className="code-text">
                {example}
              </bdi>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
