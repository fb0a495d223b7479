import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import type { Waiting } from "../../../stores/desk/payout.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { Masked } from "../Masked.tsx";
import { FORMAT_NAMES } from "./FileState.tsx";
import { type Format, usePreview } from "./use-preview.ts";

interface MakeFileProps {
  isOpen: boolean;
  rows: readonly Waiting[];
  onClose: () => void;
}

const FORMATS = Object.entries(FORMAT_NAMES) as [Format, string][];

/** Shows the rows that a bank file would contain, and makes it. */
export function MakeFile({ isOpen, rows, onClose }: MakeFileProps) {
  const { format, choose, loaded, preview, ready, refused, ...making } = usePreview(isOpen, rows);
  const ownerOf = (id: string) => rows.find((row) => row.id === id)?.cardOwner ?? "";
  return (
    <ConfirmMoney
      isOpen={isOpen}
      title="پروندهٔ بانکی تازه"
      amountToman={preview?.total ?? 0}
      showsRial
      facts={[
        { name: "ردیف‌ها", value: formatNumber(ready.length) },
        { name: "از", value: "کیف پول‌ها؛ مبلغ‌ها کنار گذاشته شده‌اند" },
        {
          name: "سپس",
          value:
            preview?.needsSecond === true
              ? "نفر دوم تأیید می‌کند، بعد به بانک می‌رود"
              : "در دست شما می‌مانند تا پاسخ بانک",
        },
      ]}
      action={(sum) => `پروندهٔ ${sum} را بساز`}
      isBusy={making.isSending}
      isLoading={loaded.state === "loading"}
      obstacle={
        loaded.state === "failed"
          ? loaded.message
          : preview !== null && ready.length === 0
            ? "هیچ ردیفی در این شکل پرداختنی نیست؛ شکل دیگری را انتخاب کنید یا علت هر ردیف را ببینید."
            : ""
      }
      problem={making.problem}
      form={making.form}
      onClose={onClose}
    >
      <fieldset className="choice-row">
        <legend className="label">شکل پرونده</legend>
        {FORMATS.map(([value, name]) => (
          <label key={value}>
            <input
              type="radio"
              name="format"
              value={value}
              checked={format === value}
              onChange={() => {
                choose(value);
              }}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {loaded.state === "loading" ? (
        <Skeleton>
          <Bone className="mt-3 h-24" />
        </Skeleton>
      ) : (
        <ul className="fates" aria-label="ردیف‌های پرونده">
          {ready.map(({ withdrawalId, amount, owner, to }) => (
            <li key={withdrawalId}>
              <b>{owner}</b>
              <Masked number={to} />
              <span>{formatToman(amount)}</span>
            </li>
          ))}
          {refused.map(({ withdrawalId, amount, refusal }) => (
            <li key={withdrawalId} className="fate-no">
              <b>{ownerOf(withdrawalId)}</b>
              <span>{refusal?.message}</span>
              <span>{formatToman(amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </ConfirmMoney>
  );
}
