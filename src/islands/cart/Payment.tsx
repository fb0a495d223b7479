import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { lazily } from "../../parts/lazily.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { $identityRequests, askForVerdict, loadIdentityRequests } from "../../stores/identity.ts";
import { $balance } from "../../stores/wallet.ts";
import type { PaymentPanelProps } from "./PaymentPanel.tsx";

const WAITING = (
  <Skeleton>
    <Bone className="h-72" />
  </Skeleton>
);

/** Two components that are loaded separately, because a guest's cart draws neither of them. */
const loadPanel = async () => (await import("./PaymentPanel.tsx")).PaymentPanel;
const PaymentPanel = lazily(loadPanel, WAITING);
const WithoutPapers = lazily(
  async () => (await import("./WithoutPapers.tsx")).WithoutPapers,
  WAITING,
);

/** The interval at which the page asks for the decision about a pending identity request. */
const ASK_AGAIN_MS = 30_000;

/** The payment, or what a shopper has to do before it. */
export function Payment(props: PaymentPanelProps) {
  const requests = useStore($identityRequests);
  const balance = useStore($balance);
  // True after the first call for the balance. During later calls, the payment stays on the page.
  const [isBalanceKnown, setIsBalanceKnown] = useState(false);
  if (!isBalanceKnown && balance.state !== "loading") setIsBalanceKnown(true);
  // At most one request is not rejected, and it is the newest.
  const newest = requests.state === "ready" ? requests.value.authorizations[0] : undefined;
  const isWaiting = newest?.status === "pending";
  useEffect(() => {
    void loadIdentityRequests(1);
    // Most buyers are verified, so the panel is loaded early. If that fails, the error is shown
    // when the panel is drawn.
    loadPanel().catch(() => null);
  }, []);
  useEffect(() => {
    if (!isWaiting) return;
    const ask = () => {
      if (document.visibilityState === "visible") void askForVerdict();
    };
    const timer = setInterval(ask, ASK_AGAIN_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [isWaiting]);
  // The balance decides whether a card and a gateway have to be chosen, so it is awaited.
  if (requests.state === "loading" || !isBalanceKnown) return WAITING;
  // If the identity requests cannot be loaded, the payment call itself tells whether the shopper is
  // verified.
  if (requests.state === "failed" || newest?.status === "verified")
    return <PaymentPanel {...props} />;
  return <WithoutPapers {...props} request={newest} />;
}
