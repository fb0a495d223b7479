import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { Cart } from "../../../contract/cart.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Select } from "../../parts/Select.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { $bankCards, loadBankCards } from "../../stores/bankcard.ts";
import type { CheckoutPlan } from "../../stores/checkout-plan.ts";
import { $payment, pay, returnToPayment } from "../../stores/payment.ts";
import { BankCardSelect } from "./BankCardSelect.tsx";
import { GatewayLabel } from "./GatewayLabel.tsx";
import { WalletChoice } from "./WalletChoice.tsx";

interface PaymentPanelProps {
  cart: Cart;
  plan: CheckoutPlan;
  isSaving: boolean;
  isBlocked: boolean;
  isUsingWallet: boolean;
  onUseWallet: (isUsed: boolean) => void;
}

const GATEWAYS = [{ value: "zarinpal", content: <GatewayLabel /> }];

export function PaymentPanel({ cart, plan, isSaving, isBlocked, isUsingWallet, onUseWallet }: PaymentPanelProps) {
  const payment = useStore($payment);
  const cards = useStore($bankCards);
  const [cardId, setCardId] = useState<string | null>(null);
  useEffect(() => {
    const onShown = (event: PageTransitionEvent) => {
      if (event.persisted) returnToPayment();
    };
    window.addEventListener("pageshow", onShown);
    return () => {
      window.removeEventListener("pageshow", onShown);
    };
  }, []);
  const verified = cards.state === "ready" ? cards.value.filter((card) => card.status === "verified") : [];
  const card = verified.find(({ id }) => id === cardId) ?? verified[0] ?? null;
  const needsGateway = plan.gatewayToman > 0;
  const isBusy = payment.state === "paying" || payment.state === "redirecting";
  return (
    <section aria-label="پرداخت" className="flex flex-col gap-4 border-t border-line pt-5">
      <WalletChoice isUsed={isUsingWallet} isDisabled={isBusy} onChange={onUseWallet} />
      {needsGateway && (
        <>
          <Select label="درگاه پرداخت" choices={GATEWAYS} value="zarinpal" placeholder="" onChange={() => undefined} />
          {cards.state === "failed" ? (
            <ErrorBox message={cards.message} onRetry={() => void loadBankCards()} />
          ) : (
            <BankCardSelect cards={cards.state === "ready" ? cards.value : null} chosen={card} onChange={setCardId} />
          )}
        </>
      )}
      <PaymentMessage />
      <button
        type="button"
        className="button w-full"
        disabled={isBlocked || isSaving || isBusy || (needsGateway && !card)}
        aria-busy={isBusy}
        onClick={() => void pay(cart, plan, card)}
      >
        {isBusy && <Spinner />}
        {needsGateway ? "پرداخت از درگاه" : "پرداخت با کیف پول"}
      </button>
    </section>
  );
}

function PaymentMessage() {
  const payment = useStore($payment);
  return (
    <div aria-live="assertive" className="empty:-mb-4">
      {payment.state === "redirecting" && <p className="notice">در حال انتقال به درگاه…</p>}
      {payment.state === "refused" && (
        <p className="notice notice-anar">
          {payment.message}{" "}
          {payment.needsIdentity && (
            <a className="link" href="/authentication">
              رفتن به صفحه احراز هویت
            </a>
          )}
        </p>
      )}
    </div>
  );
}
