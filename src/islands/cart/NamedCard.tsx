import { useStore } from "@nanostores/react";
import { useRef, useState } from "react";
import type { Cart } from "../../../contract/cart.ts";
import type { IdentityRequest } from "../../../contract/identity.ts";
import { formatToman } from "../../../persian/toman.ts";
import { CardNumberField } from "../../parts/CardNumberField.tsx";
import { checkCardNumber } from "../../stores/card-check.ts";
import type { CheckoutPlan } from "../../stores/checkout-plan.ts";
import { $payment, pay, returnToPayment } from "../../stores/payment.ts";
import { GatewayChoice } from "../payment/GatewayChoice.tsx";
import { PaymentPromise, type PaymentTerms } from "../payment/PaymentPromise.tsx";
import { useBackFromBank } from "../payment/use-back-from-bank.ts";
import { Checklist } from "./Checklist.tsx";
import type { Obstacle } from "./obstacle.ts";
import { PayButton } from "./PayButton.tsx";
import { PaymentMessage } from "./PaymentMessage.tsx";

export interface NamedCardProps {
  cart: Cart;
  plan: CheckoutPlan;
  terms: PaymentTerms;
  isSaving: boolean;
  obstacle: Obstacle | null;
  /** The newest identity request, which is not verified; undefined when there is none. */
  request: IdentityRequest | undefined;
  /** The rest of today's limit for purchases without papers, in toman. */
  left: number;
}

/** A purchase without papers, paid with a card that the shopper names by its number. */
export function NamedCard({
  cart,
  plan,
  isSaving,
  obstacle,
  terms,
  request,
  left,
}: NamedCardProps) {
  const payment = useStore($payment);
  const [number, setNumber] = useState("");
  const [message, setMessage] = useState("");
  const section = useRef<HTMLElement>(null);
  useBackFromBank(returnToPayment);
  const isBusy = payment.state === "paying" || payment.state === "redirecting";
  const press = () => {
    const problem = checkCardNumber(number);
    setMessage(problem);
    if (problem === "") void pay(cart, plan, { id: `…${number.slice(-4)}`, cardNumber: number });
    else section.current?.querySelector("input")?.focus();
  };
  return (
    <section
      ref={section}
      aria-label="پرداخت"
      className="flex flex-col gap-4 border-t border-line pt-5"
    >
      <p className="text-sm">
        بدون مدرک، امروز تا <b>{formatToman(left)}</b> می‌توانید بخرید. تنها با کارتی که می‌نویسید
        پرداخت می‌شود.
      </p>
      <GatewayChoice />
      <CardNumberField
        label="شمارهٔ کارت پرداخت"
        name="cardNumber"
        value={number}
        message={message}
        onChange={(digits) => {
          setNumber(digits);
          setMessage("");
        }}
      />
      <PaymentMessage />
      <PayButton
        amountToman={plan.gatewayToman}
        shortLabel="پرداخت"
        isDisabled={obstacle !== null || isSaving || isBusy}
        obstacle={obstacle}
        isBusy={isBusy}
        onPress={press}
      >
        پرداخت از درگاه
      </PayButton>
      <PaymentPromise terms={terms} isCardOnly />
      <details>
        <summary className="link flex min-h-[44px] cursor-pointer items-center text-sm">
          خرید بیشتر، با یک بار فرستادن مدرک
        </summary>
        <div className="mt-2">
          <Checklist request={request} />
        </div>
      </details>
    </section>
  );
}
