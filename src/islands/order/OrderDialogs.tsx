import type { Order } from "../../../contract/order.ts";
import { loadOrder } from "../../stores/order.ts";
import { TicketModal } from "../ticket/TicketModal.tsx";
import type { TicketLimits } from "../ticket/ticket-limits.ts";
import { ContentModal } from "./ContentModal.tsx";
import type { RatingRules } from "./RatingForm.tsx";
import { RatingModal } from "./RatingModal.tsx";
import { type ItemDialog, useOpenedItem } from "./use-opened-item.ts";

interface OrderDialogsProps {
  order: Order;
  problem: ItemDialog;
  ratingRules: RatingRules;
  ticketLimits: TicketLimits;
}

/** The dialogs that the items of an order open: codes, rating, problem. */
export function OrderDialogs({ order, problem, ratingRules, ticketLimits }: OrderDialogsProps) {
  const rating = useOpenedItem();
  const { item } = problem;
  return (
    <>
      <ContentModal onRate={rating.open} />
      <RatingModal orderId={order.id} rules={ratingRules} {...rating.modal} />
      <TicketModal
        {...problem}
        item={item && { id: item.id, name: item.Product.name }}
        limits={ticketLimits}
        onOpened={() => void loadOrder(order.id)}
      />
    </>
  );
}
