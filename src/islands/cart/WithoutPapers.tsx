import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatToman } from "../../../persian/toman.ts";
import { lazily } from "../../parts/lazily.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { $allowance, loadAllowance } from "../../stores/allowance.ts";
import { Checklist } from "./Checklist.tsx";
import type { NamedCardProps } from "./NamedCard.tsx";

/** Loaded on demand, because most shops sell nothing without papers. */
const NamedCard = lazily(async () => (await import("./NamedCard.tsx")).NamedCard);

type WithoutPapersProps = Omit<NamedCardProps, "left">;

/**
 * Shows a shopper who has no papers the steps to get them, or, where the shop allows this sum
 * without papers, the form to pay with a named card.
 */
export function WithoutPapers({ request, ...props }: WithoutPapersProps) {
  const allowance = useStore($allowance);
  useEffect(() => {
    void loadAllowance();
  }, []);
  if (allowance.state === "loading") {
    return (
      <Skeleton>
        <Bone className="h-72" />
      </Skeleton>
    );
  }
  const left = allowance.state === "ready" ? allowance.value.left : 0;
  const { gatewayMinToman } = props.terms;
  const total = props.cart.totalAmountAfterDiscount;
  if (total >= gatewayMinToman && total <= left)
    return <NamedCard {...props} left={left} request={request} />;
  return (
    <>
      <Checklist request={request} amountToman={total} />
      {left >= gatewayMinToman && (
        <p className="notice">{`بدون مدرک، امروز تا ${formatToman(left)} دیگر می‌توانید بخرید.`}</p>
      )}
    </>
  );
}
