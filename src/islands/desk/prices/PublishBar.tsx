import { useStore } from "@nanostores/react";
import { useState } from "react";
import { formatChange } from "../../../../persian/large-toman.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ChoiceField } from "../../../parts/ChoiceField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useAskBeforeLeaving } from "../../../parts/use-ask-before-leaving.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  $margins,
  type Preview,
  type PriceRow,
  forgetMargins,
  isChanging,
  publish,
} from "../../../stores/desk/price.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import { tellTicked } from "./words.ts";

const HOURS = ["1", "2", "4", "8", "12", "24", "48"].map(
  (hours) => [hours, `${formatNumber(Number(hours))} ساعت دیگر`] as const,
);

interface PublishBarProps {
  preview: Preview;
  chosen: readonly PriceRow[];
  onDone: () => void;
}

/** Shows the effects of publishing, and publishes the prices now or at a chosen hour. */
export function PublishBar({ preview, chosen, onDone }: PublishBarProps) {
  const margins = useStore($margins);
  const [isOpen, setIsOpen] = useState<"now" | "later" | null>(null);
  const changing = preview.rows.filter(isChanging);
  const flagged = changing.filter(({ flags }) => flags.length > 0).length;
  const count = formatNumber(chosen.length);
  const ask = () => {
    if (chosen.length > 0) setIsOpen("now");
  };
  useKeys("انتشار قیمت", [{ code: "KeyS", isCtrl: true, label: "انتشار قیمت‌ها", act: ask }]);
  useAskBeforeLeaving(() => Object.keys(margins).length > 0);
  if (changing.length === 0 && Object.keys(margins).length === 0) return null;
  return (
    <div className="publish-bar">
      <p>
        <b>{`${count} قیمت عوض می‌شود`}</b>
        <small>
          <MeanChange rows={chosen} />
          <span>{flagged > 0 && ` · ${formatNumber(flagged)} قیمت نگاه می‌خواهد`}</span>
        </small>
      </p>
      <p className="on-wide">
        <b>{`${formatNumber(preview.openCarts)} سبد باز`}</b>
        <small>قیمت تازه را پیش از پرداخت می‌بینند</small>
      </p>
      <p className="on-wide">
        <b>{`${formatNumber(preview.paymentsUnderWay)} پرداخت در راه`}</b>
        <small>با قیمتی که دیده‌اند انجام می‌شود</small>
      </p>
      <div className="publish-acts">
        {Object.keys(margins).length > 0 && (
          <button type="button" className="button-quiet" onClick={() => void forgetMargins()}>
            کنار گذاشتن
          </button>
        )}
        <button
          type="button"
          className="button-quiet"
          disabled={chosen.length === 0}
          onClick={() => setIsOpen("later")}
        >
          در ساعت…
        </button>
        <button type="button" className="button" disabled={chosen.length === 0} onClick={ask}>
          <span>{`انتشار ${count} قیمت `}</span>
          <KeyHint code="KeyS" isCtrl />
        </button>
      </div>
      <Modal
        isOpen={isOpen !== null}
        title={isOpen === "later" ? "انتشار در ساعت" : "انتشار قیمت‌ها"}
        onClose={() => setIsOpen(null)}
      >
        <Confirm
          isLater={isOpen === "later"}
          fingerprint={preview.fingerprint}
          chosen={chosen}
          onDone={() => {
            setIsOpen(null);
            onDone();
          }}
        />
      </Modal>
    </div>
  );
}

interface ConfirmProps {
  isLater: boolean;
  fingerprint: string;
  chosen: readonly PriceRow[];
  onDone: () => void;
}

function Confirm({ isLater, fingerprint, chosen, onDone }: ConfirmProps) {
  const [reason, setReason] = useTyped<string>("publish reason", "");
  const [hours, setHours] = useTyped<string>("publish hours", "1");
  const { formOf, messageOf, problem, code, isSending, send } = useSending(["reason"]);
  const flagged = chosen.filter(({ flags }) => flags.length > 0);
  const submit = async () => {
    const requested = {
      fingerprint,
      productIds: chosen.map(({ productId }) => productId),
      sureIds: flagged.map(({ productId }) => productId),
      acceptsOldRate: code === "rate_old",
      reason,
      inHours: isLater ? Number(hours) : null,
    };
    if (await send(() => withToast(publish(requested)))) onDone();
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <p>
        <span>{`${formatNumber(chosen.length)} قیمت عوض می‌شود، `}</span>
        <MeanChange rows={chosen} />
        <span>{`. ${tellTicked(flagged)}`}</span>
      </p>
      {isLater && <ChoiceField label="چه وقت؟" value={hours} choices={HOURS} onChange={setHours} />}
      <TextField
        label="دلیل، اگر هست"
        name="reason"
        dir="auto"
        value={reason}
        message={messageOf("reason")}
        onChange={setReason}
      />
      <SubmitButton isSending={isSending} className="button button-decide">
        {code === "rate_old"
          ? "با همین نرخ کهنه منتشر کن"
          : `${formatNumber(chosen.length)} قیمت را منتشر کن`}
      </SubmitButton>
    </form>
  );
}

/** «میانگین +۳٫۱٪». */
function MeanChange({ rows }: { rows: readonly PriceRow[] }) {
  const sum = (of: (row: PriceRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const before = sum(({ now }) => now.price);
  const change = formatChange(
    sum(({ next, now }) => next?.price ?? now.price),
    before,
  );
  return (
    <>
      <span>{"میانگین "}</span>
      <bdi dir="ltr">{change ?? "۰٪"}</bdi>
    </>
  );
}
