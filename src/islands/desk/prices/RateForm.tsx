import { CURRENCY_NAMES } from "../../../../persian/currency.ts";
import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import type { Outcome } from "../../../stores/call.ts";
import { type Rate, changeRate, setAutomatic } from "../../../stores/desk/rate.ts";
import { told } from "../../../stores/desk/told.ts";
import { SureButton } from "../SureButton.tsx";
import { SOURCES } from "./words.ts";

interface RateFormProps {
  rate: Rate | null;
  /** Whether the shop knows an address of rates. */
  hasAddress: boolean;
  isOwner: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Says where a rate comes from and what it is. */
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

const FIELDS = ["toman", "perDollar", "bandPercent"];

type FormProps = Omit<RateFormProps, "rate" | "onClose"> & { rate: Rate };

function Form({ rate, hasAddress, isOwner, onDone }: FormProps) {
  const { currency, version } = rate;
  const form = `rate:${currency}`;
  const [source, setSource] = useTyped(`${form} source`, rate.source);
  const [toman, setToman] = useTyped<string>(`${form} toman`, String(rate.toman ?? ""));
  const [perDollar, setPerDollar] = useTyped<string>(`${form} dollar`, rate.perDollar ?? "");
  const [band, setBand] = useTyped<string>(`${form} band`, String(rate.bandPercent));
  const { formOf, messageOf, refuse, problem, code, isSending, send } = useSending(FIELDS);
  const sources = (Object.keys(SOURCES) as Rate["source"][]).filter(
    (one) =>
      one === "hand" ||
      (one === "market" && currency === "USD") ||
      (one === "dollar" && currency !== "USD") ||
      (one === "address" && hasAddress),
  );
  const sendAndClose = async (asked: () => Promise<Outcome<{ message: string }>>) => {
    if (await send(() => told(asked()))) onDone();
  };
  const submit = (isSure: boolean) =>
    sendAndClose(() =>
      changeRate(currency, {
        source,
        toman: source === "hand" && toman !== "" ? toman : null,
        perDollar: source === "dollar" ? perDollar : null,
        bandPercent: band,
        isSure,
        version,
      }),
    );
  return (
    <form {...formOf(() => submit(false))} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      {code === "rate_far" && (
        <SureButton isSending={isSending} onSure={() => void submit(true)}>
          مطمئن هستم، همین نرخ را بنویس
        </SureButton>
      )}
      <Select
        label="از کجا می‌آید؟"
        choices={sources.map((value) => ({ value, content: SOURCES[value] }))}
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
          name="toman"
          value={toman}
          message={messageOf("toman")}
          onChange={(digits) => {
            setToman(digits);
            refuse({});
          }}
        />
      )}
      {source === "dollar" && (
        <TextField
          label={`یک دلار چند ${CURRENCY_NAMES[currency]} است؟`}
          name="perDollar"
          dir="ltr"
          value={perDollar}
          message={messageOf("perDollar")}
          onChange={setPerDollar}
        />
      )}
      {source !== "hand" && source !== "dollar" && (
        <TextField
          label="جهشی بیش از این درصد، از شما پرسیده می‌شود"
          name="bandPercent"
          dir="ltr"
          value={band}
          message={messageOf("bandPercent")}
          onChange={setBand}
        />
      )}
      <SubmitButton isSending={isSending} className="button button-decide">
        نرخ را نگه دار
      </SubmitButton>
      {isOwner && rate.toman !== null && (
        <div className="rate-automatic">
          <p className="hint">
            {rate.automaticBy === null
              ? "قیمت‌ها می‌توانند خودکار با این نرخ بروند: تنها در باند، هر یک درصد، و نه قیمتی که بیش از ۵٪ جابه‌جا شود یا زیر بها بیفتد."
              : "قیمت‌ها خودکار با این نرخ می‌روند."}
          </p>
          <button
            type="button"
            className="button-quiet"
            disabled={isSending}
            onClick={() =>
              void sendAndClose(() => setAutomatic(currency, rate.automaticBy === null, version))
            }
          >
            {rate.automaticBy === null ? "خودکار شود" : "خودکار نباشد"}
          </button>
        </div>
      )}
    </form>
  );
}
