import type { ComponentProps, ReactNode } from "react";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { numberInWords } from "../../../persian/words.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { Spinner } from "../../parts/Spinner.tsx";

interface ConfirmMoneyProps {
  isOpen: boolean;
  title: string;
  /** The same as `about` of `Modal`. */
  about?: string;
  amountToman: number;
  /** True where the bank counts in rial: the sum is then shown in rial too. */
  showsRial?: boolean;
  /**
   * The facts, each with a name and a value: who gets the money, where it is now, what happens
   * afterwards.
   */
  facts: readonly { name: string; value: ReactNode }[];
  /** Returns the label of the button, which repeats the sum: «پرداخت … را ثبت کن». */
  action: (sum: string) => string;
  isBusy: boolean;
  /** True while the data of the dialog is loading. */
  isLoading?: boolean;
  /**
   * The reason why the act is impossible, shown when the button is disabled; empty when there is
   * none.
   */
  obstacle?: string;
  /** The error of the last attempt to send; empty when there is none. */
  problem: string;
  /** The props of the form, from `formOf` of `useSending`. */
  form: ComponentProps<"form">;
  onClose: () => void;
  /** The fields that the act needs, such as the bank's reference. They get the focus first. */
  children?: ReactNode;
}

/** Shows the sum in figures and in words before the money moves, because that cannot be undone. */
export function ConfirmMoney({ isOpen, title, about = "", ...said }: ConfirmMoneyProps) {
  return (
    <Modal {...{ isOpen, title, about, onClose: said.onClose }}>
      <MoneyQuestion {...said} />
    </Modal>
  );
}

/** The content of the dialog. */
export function MoneyQuestion({
  amountToman,
  showsRial = false,
  facts,
  action,
  isBusy,
  isLoading = false,
  obstacle = "",
  problem,
  form,
  onClose,
  children,
}: Omit<ConfirmMoneyProps, "isOpen" | "title" | "about">) {
  return (
    <form {...form}>
      <p className="said-sum">
        <b>{formatToman(amountToman)}</b>
        <span>{`${numberInWords(amountToman)} تومان`}</span>
        {showsRial && <span>{`در بانک: ${formatNumber(amountToman * 10)} ریال`}</span>}
      </p>
      <dl className="said-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="contents">{children}</div>
      {problem !== "" && (
        <div className="mt-4">
          <ErrorBox message={problem} />
        </div>
      )}
      {obstacle !== "" && <p className="notice notice-zaferan mt-4">{obstacle}</p>}
      {/* The focus starts on a field or on the cancel button, not on the one that moves money. */}
      <div className="mt-6 flex flex-wrap-reverse gap-3">
        <button
          type="button"
          data-way-out
          className="button-quiet button-decide flex-1"
          disabled={isBusy}
          onClick={onClose}
        >
          انصراف
        </button>
        <button
          type="submit"
          className="button button-decide flex-auto"
          disabled={isBusy || isLoading || obstacle !== ""}
          aria-busy={isBusy || isLoading}
        >
          {isBusy && <Spinner />}
          <span>{action(formatToman(amountToman))}</span>
        </button>
      </div>
    </form>
  );
}
