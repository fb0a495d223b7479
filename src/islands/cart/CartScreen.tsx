import { useStore } from "@nanostores/react";
import { ShoppingBag } from "lucide-react";
import { useEffect } from "react";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { KeepsNothing } from "../../parts/KeepsNothing.tsx";
import { $cart, emptyCart, loadCart, openCart } from "../../stores/cart.ts";
import type { CartLimits } from "../../stores/guest-cart.ts";
import { CartLines } from "./CartLines.tsx";
import type { PaymentTerms } from "../payment/PaymentPromise.tsx";
import { CartSkeleton } from "./CartSkeleton.tsx";
import { CartSummary } from "./CartSummary.tsx";

interface CartScreenProps {
  limits: CartLimits;
  terms: PaymentTerms;
}

export function CartScreen({ limits, terms }: CartScreenProps) {
  const cart = useStore($cart);
  useEffect(() => openCart(limits), [limits]);
  if (cart.state === "loading") return <CartSkeleton />;
  if (cart.state === "failed")
    return <ErrorBox message={cart.message} onRetry={() => void loadCart()} />;
  if (cart.cart.CartItems.length === 0) {
    return (
      <div className="card">
        <ScrolledToTop />
        <EmptyState
          text="هیچ محصولی در سبد خرید یافت نشد."
          icon={<ShoppingBag size={28} aria-hidden="true" />}
        >
          <span className="flex flex-col items-center gap-4">
            {!cart.isSignedIn && (
              <KeepsNothing>
                این مرورگر چیزی از صفحهٔ پیش نگه نمی‌دارد. وارد حساب شوید تا سبد خرید شما نزد فروشگاه
                بماند.
              </KeepsNothing>
            )}
            <a className="button" href="/">
              بازگشت به فروشگاه
            </a>
          </span>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="cart-columns">
      <section aria-label="محصولات سبد خرید" aria-busy={cart.isSaving}>
        <CartLines items={cart.cart.CartItems} quantityMax={limits.quantityMax} />
        <div className="mt-3 flex justify-end">
          <button type="button" className="link min-h-[44px] text-sm text-anar" onClick={emptyCart}>
            خالی کردن سبد
          </button>
        </div>
      </section>
      <CartSummary
        cart={cart.cart}
        isSaving={cart.isSaving}
        isSignedIn={cart.isSignedIn}
        terms={terms}
      />
    </div>
  );
}

/**
 * Scrolls to the top. The browser would restore the position of the full cart, far below an empty
 * one.
 */
function ScrolledToTop() {
  useEffect(() => {
    history.scrollRestoration = "manual";
    scrollTo({ top: 0 });
  }, []);
  return null;
}
