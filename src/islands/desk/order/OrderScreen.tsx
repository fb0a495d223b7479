import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { Role } from "../../../../contract/desk/endpoint.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import { $order, type Order, loadOrder } from "../../../stores/desk/order.ts";
import { OwnAccountNotice } from "../OwnAccountNotice.tsx";
import { type Act, type May, NOTHING } from "./act.ts";
import { Acts } from "./Acts.tsx";
import { Gist } from "./Gist.tsx";
import { Items } from "./Items.tsx";
import { Money } from "./Money.tsx";
import { Person } from "./Person.tsx";
import { Story } from "./Story.tsx";
import { useChosen } from "./use-chosen.ts";
import { useTitle } from "./use-title.ts";
import { WaitingRefunds } from "./WaitingRefunds.tsx";
import { WaysOut } from "./WaysOut.tsx";

interface OrderScreenProps {
  id: string;
  role: Role;
  may: May;
  hasPeople: boolean;
  hasTickets: boolean;
}

/** The page of one order. */
export function OrderScreen({ id, ...rest }: OrderScreenProps) {
  const order = useStore($order);
  useEffect(() => void loadOrder(id), [id]);
  if (order.state === "loading") return <Bones />;
  if (order.state === "failed")
    return <ErrorBox message={order.message} onRetry={() => void loadOrder(id)} />;
  return <Whole order={order.value} {...rest} />;
}

type WholeProps = Omit<OrderScreenProps, "id"> & { order: Order };

function Whole({ order, role: ownRole, may: mayOthers, hasPeople, hasTickets }: WholeProps) {
  // Operators may only view their own orders.
  const role = order.person.isOwn ? "viewer" : ownRole;
  const may = order.person.isOwn ? NOTHING : mayOthers;
  const { chosen, choose, move } = useChosen(order);
  const [act, setAct] = useState<Act | null>(null);
  const ticket = order.tickets.find(({ isOpen }) => isOpen);
  useTitle(order.number);
  return (
    <div className="order">
      <Gist {...{ order, chosen, role, ticket }} onMove={move} onAct={setAct} />
      <div className="order-main">
        <OwnAccountNotice isOwn={order.person.isOwn} />
        <WaitingRefunds order={order} />
        <WaysOut {...{ order, chosen, role, may, ticket, hasTickets }} onAct={setAct} />
        <Story events={order.story} />
      </div>
      <div className="order-side">
        <Items {...{ order, chosen, role, may }} onChoose={choose} onAct={setAct} />
        <Money order={order} />
        <Person person={order.person} hasPeople={hasPeople} />
        {order.notes.length > 0 && <Notes notes={order.notes} />}
      </div>
      <Acts
        orderId={order.id}
        act={act}
        onClose={() => {
          setAct(null);
        }}
      />
    </div>
  );
}

function Notes({ notes }: { notes: Order["notes"] }) {
  return (
    <section className="desk-card" aria-label="یادداشت‌ها">
      <header>
        <h2>یادداشت‌ها</h2>
      </header>
      <ul className="order-notes">
        {notes.map(({ at, operator, text }) => (
          <li key={at}>
            <bdi dir="ltr">{operator}</bdi>
            <p>{text ?? "پاک شده است"}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bones() {
  return (
    <Skeleton>
      <div className="order">
        <Bone className="order-gist h-9" />
        <div className="order-main">
          <Bone className="h-44 rounded-xl" />
          <Bone className="h-96 rounded-xl" />
        </div>
        <div className="order-side">
          <Bone className="h-64 rounded-xl" />
          <Bone className="h-64 rounded-xl" />
        </div>
      </div>
    </Skeleton>
  );
}
