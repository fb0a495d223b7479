import { CURRENCY_NAMES } from "../../../../persian/currency.ts";
import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useTyped } from "../../../parts/use-typed.ts";
import type { Outcome } from "../../../stores/call.ts";
import { type Rate, changeRate, setAutomatic } from "../../../stores/desk/rate.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { ConfirmButton } from "../ConfirmButton.tsx";
import { useDraft } from "../use-draft.ts";
import { SOURCES } from "./words.ts";

interface RateFormProps {
  rate: Rate | null;
  /** True when the address of a source of rates is configured. */
  hasAddress: boolean;
  isOwner: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** The dialog that sets the source of a rate, or the rate itself. */
export function RateForm({ rate, onClose, ...form }: RateFormProps) {
  return (
    <Modal
      isOpen={rate !== null}
      title={rate === null ? "نرخ" : `نرخ ${CURRENCY_NAMES[rate.currency]}`}
      onClose={onClose}
    >
      {rate && <Form key={rate.currency} rate={rate} {...form} />}
    </Modal>
  );
}

type FormProps = Omit<RateFormProps, "rate" | "onClose"> & { rate: Rate };

function Form({ rate, hasAddress, isOwner, onDone }: FormProps) {
  const { currency, version } = rate;
  const isAutomatic = rate.automaticBy !== null;
  const form = `rate:${currency}`;
  const [source, setSource] = useTyped(`${form} source`, rate.source);
  const { draft, field, formOf, refuse, problem, code, isSending, send } = useDraft(form, {
    toman: String(rate.toman ?? ""),
    perDollar: rate.perDollar ?? "",
    bandPercent: String(rate.bandPercent),
  });
  const toman = field("toman");
  const sendAndClose = async (asked: () => Promise<Outcome<{ message: string }>>) => {
    if (await send(() => withToast(asked()))) onDone();
  };
  const submit = (isSure: boolean) =>
    sendAndClose(() =>
      changeRate(currency, {
        source,
        toman: source === "hand" && draft.toman !== "" ? draft.toman : null,
        perDollar: source === "dollar" ? draft.perDollar : null,
        bandPercent: draft.bandPercent,
        isSure,
        version,
      }),
    );
  return (
    <form {...formOf(() => submit(false))} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      {code === "rate_far" && (
        <ConfirmButton isSending={isSending} onConfirm={() => void submit(true)}>
          مطمئن هستم، همین نرخ را بنویس
        </ConfirmButton>
      )}
      <Select
        label="از کجا می‌آید؟"
        choices={sourcesOf(currency, hasAddress)}
        value={source}
        placeholder=""
        onChange={(value) => {
          setSource(value as Rate["source"]);
          refuse({});
        }}
      />
      {source === "hand" && (
        <AmountField
          label={`یک ${CURRENCY_NAMES[currency]} چند تومان است؟`}
          {...toman}
          onChange={(digits) => {
            toman.onChange(digits);
            refuse({});
          }}
        />
      )}
      {source === "dollar" && (
        <TextField
          label={`یک دلار چند ${CURRENCY_NAMES[currency]} است؟`}
          dir="ltr"
          {...field("perDollar")}
        />
      )}
      {source !== "hand" && source !== "dollar" && (
        <TextField
          label="جهشی بیش از این درصد، از شما پرسیده می‌شود"
          dir="ltr"
          {...field("bandPercent")}
        />
      )}
      <SubmitButton isSending={isSending} className="button button-decide">
        نرخ را نگه دار
      </SubmitButton>
      {isOwner && rate.toman !== null && (
        <Automatic
          isAutomatic={isAutomatic}
          isSending={isSending}
          onChange={() => void sendAndClose(() => setAutomatic(currency, !isAutomatic, version))}
        />
      )}
    </form>
  );
}

interface AutomaticProps {
  isAutomatic: boolean;
  isSending: boolean;
  onChange: () => void;
}

/** Turns on or off that prices follow the rate automatically. */
function Automatic({ isAutomatic, isSending, onChange }: AutomaticProps) {
  return (
    <div className="rate-automatic">
      <p className="hint">
        {isAutomatic
          ? "قیمت‌ها خودکار با این نرخ می‌روند."
          : "قیمت‌ها می‌توانند خودکار با این نرخ بروند: تنها در باند، هر یک درصد، و نه قیمتی که بیش از ۵٪ جابه‌جا شود یا زیر بها بیفتد."}
      </p>
      <button type="button" className="button-quiet" disabled={isSending} onClick={onChange}>
        {isAutomatic ? "خودکار نباشد" : "خودکار شود"}
      </button>
    </div>
  );
}

/** The sources that a currency may have. */
function sourcesOf(currency: Rate["currency"], hasAddress: boolean) {
  const isOffered: Record<Rate["source"], boolean> = {
    hand: true,
    market: currency === "USD",
    dollar: currency !== "USD",
    address: hasAddress,
  };
  return Object.entries(SOURCES)
    .map(([value, content]) => ({ value, content }))
    .filter(({ value }) => isOffered[value as Rate["source"]]);
}
