import { useId } from "react";
import { FieldMessage } from "../../../parts/FieldMessage.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import type { Messages } from "../../../stores/messages.ts";
import { regionNames } from "../../../art/regions.ts";

export interface FactsDraft {
  name: string;
  region: string;
  denomination: string;
  deliveryType: "instant" | "manual";
}

interface ProductFieldsProps {
  draft: FactsDraft;
  messages: Messages;
  /** The reason why the delivery cannot change; empty when it can. */
  fixed?: string;
  onChange: (changes: Partial<FactsDraft>) => void;
}

/** The names of the fields, as refusals use them. */
export const FACT_FIELDS = ["name", "region", "denomination", "deliveryType"];

const DELIVERIES = { instant: "آنی، از انبار کد", manual: "دستی، به دست همکاران" } as const;

/** The fields for the facts of a product. */
export function ProductFields({ draft, messages, fixed = "", onChange }: ProductFieldsProps) {
  const id = useId();
  const field = (name: "name" | "region" | "denomination") => ({
    name,
    value: draft[name],
    message: messages[name] ?? "",
    autoComplete: "off",
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      <TextField {...field("name")} label="نام کالا" dir="auto" />
      <div className="field-pair">
        <div>
          <label className="label" htmlFor={`${id}region`}>
            ریجن
          </label>
          <input
            id={`${id}region`}
            name="region"
            className="field"
            list={`${id}regions`}
            autoComplete="off"
            value={draft.region}
            aria-invalid={(messages["region"] ?? "") !== ""}
            aria-describedby={`${id}regionmessage`}
            onChange={(event) => onChange({ region: event.target.value })}
          />
          <datalist id={`${id}regions`}>
            {regionNames.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
          <FieldMessage id={`${id}regionmessage`} message={messages["region"] ?? ""} />
        </div>
        <TextField {...field("denomination")} label="ارزش روی کارت، مانند $10" dir="ltr" />
      </div>
      <fieldset className="choice-row" disabled={fixed !== ""}>
        <legend className="label">شیوهٔ تحویل</legend>
        {(["instant", "manual"] as const).map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="deliveryType"
              checked={draft.deliveryType === type}
              onChange={() => onChange({ deliveryType: type })}
            />
            <span>{DELIVERIES[type]}</span>
          </label>
        ))}
      </fieldset>
      {fixed !== "" && <p className="hint">{fixed}</p>}
      <FieldMessage id={`${id}delivery`} message={messages["deliveryType"] ?? ""} />
    </>
  );
}
