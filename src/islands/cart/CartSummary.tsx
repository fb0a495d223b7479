import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { Cart } from "../../../contract/cart.ts";
import { FirstPurchase } from "../../parts/FirstPurchase.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { loadBankCards } from "../../stores/bank-card.ts";
import { planCheckout } from "../../stores/checkout-plan.ts";
import { $identityRequests } from "../../stores/identity.ts";
import { goToSignIn } from "../../stores/session.ts";
import { $balance, loadBalance } from "../../stores/wallet.ts";
import type { PaymentTerms } from "../payment/PaymentPromise.tsx";
import { DiscountForm } from "./DiscountForm.tsx";
import { tellCutDiscount } from "./discount-words.ts";
import { SOLD_OUT, UNANSWERED } from "./obstacle.ts";
import { PayButton } from "./PayButton.tsx";
import { Payment } from "./Payment.tsx";

interface CartSummaryProps {
  cart: Cart;
  isSaving: boolean;
  isSignedIn: boolean;
  terms: PaymentTerms;
}

export function CartSummary({ cart, isSaving, isSignedIn, terms }: CartSummaryProps) {
  const [walletChoice, setWalletChoice] = useState<boolean | null>(null);
  const balance = useStore($balance);
  useEffect(() => {
    if (!isSignedIn) return;
    void loadBalance();
    void loadBankCards();
  }, [isSignedIn]);
  const balanceToman = balance.state === "ready" ? balance.value : 0;
  const total = cart.totalAmountAfterDiscount;
  // The wallet is chosen at first when it can pay everything, because no card is needed then.
  const requests = useStore($identityRequests);
  const isWalletOpen =
    requests.state === "ready" && requests.value.authorizations[0]?.status === "verified";
  const isUsingWallet = walletChoice ?? (isWalletOpen && balanceToman >= total);
  const plan = planCheckout(total, isUsingWallet ? balanceToman : 0, terms.gatewayMinToman);
  const isSoldOut = cart.CartItems.some((item) => item.productQuantity === 0);
  const isUnanswered = cart.CartItems.some((item) =>
    item.questions?.some(({ mistake }) => mistake !== ""),
  );
  return (
    <aside className="card flex flex-col gap-5 p-5 lg:sticky lg:top-24" aria-label="خلاصهٔ سبد خرید">
      <h2 className="text-lg">خلاصهٔ خرید</h2>
      <dl className="flex flex-col gap-2 text-sm">
        <Sum title="مجموع" amount={cart.totalAmount} />
        <Sum title="تخفیف" amount={cart.totalDiscount} />
        <Sum title="پاداش خرید" amount={cart.totalReward} isReward />
        {isSignedIn && <Sum title="سهم کیف پول" amount={plan.walletToman} />}
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-3">
          <dt className="font-semibold">مبلغ قابل پرداخت</dt>
          <dd>
            <Toman amount={plan.gatewayToman} className="text-xl font-extrabold" />
          </dd>
        </div>
      </dl>
      <DiscountForm
        appliedCode={cart.discountCode ?? null}
        maxToman={cart.discountMax}
        cuts={tellCutDiscount(cart)}
      />
      {isSoldOut && (
        <p className="notice notice-anar" role="alert">
          یکی از محصولات سبد خرید ناموجود شده است. برای پرداخت، آن را از سبد حذف کنید.
        </p>
      )}
      {isUnanswered && (
        <button type="button" className="link min-h-[44px]" onClick={UNANSWERED.lead}>
          {`${UNANSWERED.words}؛ رفتن به آن`}
        </button>
      )}
      {isSignedIn ? (
        <Payment
          cart={cart}
          plan={plan}
          isSaving={isSaving}
          obstacle={isSoldOut ? SOLD_OUT : isUnanswered ? UNANSWERED : null}
          terms={terms}
          isUsingWallet={isUsingWallet}
          onUseWallet={setWalletChoice}
        />
      ) : (
        <div>
          <PayButton
            amountToman={plan.gatewayToman}
            shortLabel="ورود و پرداخت"
            isDisabled={isSoldOut}
            obstacle={isSoldOut ? SOLD_OUT : null}
            onPress={() => goToSignIn()}
          >
            ورود و پرداخت
          </PayButton>
          <FirstPurchase withoutPapersToman={terms.withoutPapersToman} />
        </div>
      )}
    </aside>
  );
}

function Sum({
  title,
  amount,
  isReward = false,
}: {
  title: string;
  amount: number;
  isReward?: boolean;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{title}</dt>
      <dd className={isReward && amount > 0 ? "text-zaferan-strong" : ""}>
        <Toman amount={amount} className="font-medium" />
      </dd>
    </div>
  );
}
