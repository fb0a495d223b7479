import { useStore } from "@nanostores/react";
import type { Cart } from "../../../contract/cart.ts";
import type { CheckoutPlan } from "../../stores/checkout-plan.ts";
import { $payment, pay, returnToPayment } from "../../stores/payment.ts";
import { BankCardSelect } from "../bank-card/BankCardSelect.tsx";
import { useCardChoice } from "../bank-card/use-card-choice.ts";
import { GatewayChoice } from "../payment/GatewayChoice.tsx";
import { PaymentPromise, type PaymentTerms } from "../payment/PaymentPromise.tsx";
import { useBackFromBank } from "../payment/use-back-from-bank.ts";
import { NO_CARD, type Obstacle } from "./obstacle.ts";
import { PayButton } from "./PayButton.tsx";
import { PaymentMessage } from "./PaymentMessage.tsx";
import { WalletChoice } from "./WalletChoice.tsx";

export interface PaymentPanelProps {
  cart: Cart;
  plan: CheckoutPlan;
  isSaving: boolean;
  obstacle: Obstacle | null;
  terms: PaymentTerms;
  isUsingWallet: boolean;
  onUseWallet: (isUsed: boolean) => void;
}

export function PaymentPanel({
  cart,
  plan,
  isSaving,
  obstacle,
  terms,
  isUsingWallet,
  onUseWallet,
}: PaymentPanelProps) {
  const payment = useStore($payment);
  const { card, isWithoutCard, choose } = useCardChoice();
  useBackFromBank(returnToPayment);
  const needsGateway = plan.gatewayToman > 0;
  const isBusy = payment.state === "paying" || payment.state === "redirecting";
  return (
    <section aria-label="پرداخت" className="flex flex-col gap-4 border-t border-line pt-5">
      <WalletChoice isUsed={isUsingWallet} isDisabled={isBusy} onChange={onUseWallet} />
      {needsGateway && (
        <>
          <GatewayChoice />
          <BankCardSelect chosen={card} onChange={choose} />
        </>
      )}
      <PaymentMessage />
      <PayButton
        amountToman={needsGateway ? plan.gatewayToman : plan.walletToman}
        {...(!needsGateway && { sumLabel: "از کیف پول" })}
        shortLabel="پرداخت"
        isDisabled={obstacle !== null || isSaving || isBusy || (needsGateway && !card)}
        obstacle={obstacle ?? (needsGateway && isWithoutCard ? NO_CARD : null)}
        isBusy={isBusy}
        onPress={() => void pay(cart, plan, card)}
      >
        {needsGateway ? "پرداخت از درگاه" : "پرداخت با کیف پول"}
      </PayButton>
      {needsGateway && <PaymentPromise terms={terms} />}
    </section>
  );
}
