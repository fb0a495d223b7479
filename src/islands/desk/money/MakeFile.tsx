import { useEffect, useState } from "react";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import type { Loaded } from "../../../stores/loaded.ts";
import {
  type BankFile,
  type Preview,
  type Waiting,
  makeFile,
  previewFile,
} from "../../../stores/desk/payout.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { Masked } from "../Masked.tsx";
import { FORMAT_NAMES } from "./FileState.tsx";

interface MakeFileProps {
  isOpen: boolean;
  rows: readonly Waiting[];
  onClose: () => void;
}

type Format = BankFile["format"];
const FORMATS = Object.entries(FORMAT_NAMES) as [Format, string][];

/** Says what a bank file would hold, row by row, and makes it. */
export function MakeFile({ isOpen, rows, onClose }: MakeFileProps) {
  const [chosen, setChosen] = useState<Format | null>(null);
  // It opens on the format that has rows: a paya file needs an IBAN for each.
  const format = chosen ?? (rows.some(({ iban }) => iban !== "") ? "paya" : "card_list");
  const [loaded, setLoaded] = useState<Loaded<Preview>>({ state: "loading" });
  const preview = loaded.state === "ready" ? loaded.value : null;
  const { formOf, send, isSending, problem } = useSending();
  const ids = rows.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (!isOpen) return;
    let isLate = false;
    void previewFile({ withdrawalIds: ids.split(" "), format }).then((outcome) => {
      if (isLate) return;
      setLoaded(
        outcome.ok
          ? { state: "ready", value: outcome.value }
          : { state: "failed", message: outcome.message },
      );
    });
    return () => {
      isLate = true;
    };
  }, [isOpen, ids, format]);
  const ready = preview?.rows.filter(({ refusal }) => refusal === null) ?? [];
  const refused = preview?.rows.filter(({ refusal }) => refusal !== null) ?? [];
  const confirm = async () => {
    if (ready.length === 0) return;
    await send(
      async () => {
        const outcome = await makeFile({
          withdrawalIds: ready.map(({ withdrawalId }) => withdrawalId),
          format,
        });
        if (outcome.ok)
          location.assign(`/desk/money?tab=withdrawals&file=${outcome.value.payout.id}`);
        return outcome;
      },
      { leavesPage: true },
    );
  };
  const ownerOf = (id: string) => rows.find((row) => row.id === id)?.cardOwner ?? "";
  return (
    <ConfirmMoney
      isOpen={isOpen}
      title="پروندهٔ بانکی تازه"
      amountToman={preview?.total ?? 0}
      saysRial
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
      isBusy={isSending}
      isLoading={loaded.state === "loading"}
      hindrance={
        loaded.state === "failed"
          ? loaded.message
          : preview !== null && ready.length === 0
            ? "هیچ ردیفی در این شکل پرداختنی نیست؛ شکل دیگری را انتخاب کنید یا علت هر ردیف را ببینید."
            : ""
      }
      problem={problem}
      form={formOf(confirm)}
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
                setLoaded({ state: "loading" });
                setChosen(value);
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
