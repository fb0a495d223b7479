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

/** One of the two is drawn, and none in the cart of a guest. */
const loadPanel = async () => (await import("./PaymentPanel.tsx")).PaymentPanel;
const PaymentPanel = lazily(loadPanel, WAITING);
const WithoutPapers = lazily(
  async () => (await import("./WithoutPapers.tsx")).WithoutPapers,
  WAITING,
);

/** A verdict is shown to somebody who waits for it within this time. */
const ASK_AGAIN_MS = 30_000;

/** The payment, or what a shopper has to do before it. */
export function Payment(props: PaymentPanelProps) {
  const requests = useStore($identityRequests);
  const balance = useStore($balance);
  // Known once, it is only read again: the payment stays as it is meanwhile.
  const [isBalanceKnown, setIsBalanceKnown] = useState(false);
  if (!isBalanceKnown && balance.state !== "loading") setIsBalanceKnown(true);
  // At most one request is not rejected, and it is the newest.
  const newest = requests.state === "ready" ? requests.value.authorizations[0] : undefined;
  const isWaiting = newest?.status === "pending";
  useEffect(() => {
    void loadIdentityRequests(1);
    // Most buyers have papers: their panel comes meanwhile. A failure is told when it is drawn.
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
  // When the identity is unknown, paying tells whether it is verified.
  if (requests.state === "failed" || newest?.status === "verified")
    return <PaymentPanel {...props} />;
  return <WithoutPapers {...props} request={newest} />;
}
