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

/** Each is loaded only where it is drawn; a guest's cart draws neither. */
const loadPanel = async () => (await import("./PaymentPanel.tsx")).PaymentPanel;
const PaymentPanel = lazily(loadPanel, WAITING);
const WithoutPapers = lazily(
  async () => (await import("./WithoutPapers.tsx")).WithoutPapers,
  WAITING,
);

/** While a shopper waits for a verdict, the page asks for it this often. */
const ASK_AGAIN_MS = 30_000;

/** The payment, or what a shopper has to do before it. */
export function Payment(props: PaymentPanelProps) {
  const requests = useStore($identityRequests);
  const balance = useStore($balance);
  // Set by the first answer. Later loads of the balance leave the payment in place.
  const [isBalanceKnown, setIsBalanceKnown] = useState(false);
  if (!isBalanceKnown && balance.state !== "loading") setIsBalanceKnown(true);
  // At most one request is not rejected, and it is the newest.
  const newest = requests.state === "ready" ? requests.value.authorizations[0] : undefined;
  const isWaiting = newest?.status === "pending";
  useEffect(() => {
    void loadIdentityRequests(1);
    // Most buyers have papers, so their panel is loaded early. A failure is shown when it is drawn.
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
  // Whether card and gateway are asked depends on the balance.
  if (requests.state === "loading" || !isBalanceKnown) return WAITING;
  // When the identity requests cannot be loaded, paying answers whether the shopper is verified.
  if (requests.state === "failed" || newest?.status === "verified")
    return <PaymentPanel {...props} />;
  return <WithoutPapers {...props} request={newest} />;
}
