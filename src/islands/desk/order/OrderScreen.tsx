import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { Role } from "../../../../contract/desk/endpoint.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { useNow } from "../../../parts/use-now.ts";
import { $order, type Order, loadOrder } from "../../../stores/desk/order.ts";
import { useKeys } from "../keys.ts";
import { Kbd } from "../Kbd.tsx";
import { OwnThing } from "../OwnThing.tsx";
import { Star } from "../Star.tsx";
import { type Act, type Chosen, type May, NOTHING } from "./act.ts";
import { Acts } from "./Acts.tsx";
import { Items } from "./Items.tsx";
import { Money } from "./Money.tsx";
import { Person } from "./Person.tsx";
import { Story } from "./Story.tsx";
import { WaitingRefunds } from "./WaitingRefunds.tsx";
import { useTitle } from "./use-title.ts";
import { WaysOut } from "./WaysOut.tsx";
import { DELIVERIES, ORDER_STATES, isInHand } from "./words.ts";

interface OrderScreenProps {
  id: string;
  role: Role;
  may: May;
  hasPeople: boolean;
  hasTickets: boolean;
}

/** One order, whole. */
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
  // Their own order operators only look at.
  const role = order.person.isOwn ? "viewer" : ownRole;
  const may = order.person.isOwn ? NOTHING : mayOthers;
  const [picked, setPicked] = useState<{ itemId: string; codeIds: readonly string[] } | null>(null);
  const [act, setAct] = useState<Act | null>(null);
  const chosen = chosenOf(order, picked);
  const ticket = order.tickets.find(({ isOpen }) => isOpen);
  const waiting = chosen?.item.waitingSince ? chosen.item : order.items.find((i) => i.waitingSince);
  const mayDecide = role !== "viewer";
  useTitle(order.number);
  const move = (by: number) => {
    const at = order.items.findIndex(({ id }) => id === chosen?.item.id);
    const next = order.items[at + by];
    if (next) setPicked({ itemId: next.id, codeIds: [] });
  };
  useKeys("سفارش", [
    ...(order.items.length > 1
      ? [
          {
            code: "BracketLeft",
            label: "قلم پیش",
            act: () => {
              move(-1);
            },
          },
          {
            code: "BracketRight",
            label: "قلم بعد",
            act: () => {
              move(1);
            },
          },
        ]
      : []),
    ...(mayDecide
      ? [
          {
            code: "KeyA",
            label: "یادداشت",
            act: () => {
              setAct({ kind: "note" });
            },
          },
        ]
      : []),
    ...(mayDecide && ticket
      ? [
          {
            code: "KeyM",
            label: "پیام به خریدار",
            act: () => {
              setAct({ kind: "answer", ticket });
            },
          },
        ]
      : []),
    ...(mayDecide && waiting
      ? [
          {
            code: "KeyD",
            label: "تحویل دستی",
            act: () => {
              setAct({ kind: "deliver", item: waiting });
            },
          },
        ]
      : []),
  ]);
  const now = useNow();
  const picture = chosen?.item ?? order.items[0];
  const state = ORDER_STATES[order.state];
  const delivery = DELIVERIES[order.deliveryStatus];
  return (
    <div className="order">
      <div className="order-gist">
        {picture && (
          <img
            className="order-art"
            src={`/art/${picture.subcategoryUrlName}/${picture.productId}.svg`}
            alt=""
            width={72}
            height={45}
          />
        )}
        {order.promise && (
          <Star
            promisedAt={Date.parse(order.promise.startsAt)}
            dueAt={Date.parse(order.promise.dueAt)}
            now={now}
          />
        )}
        <StatusBadge tone={state.tone}>{state.words}</StatusBadge>
        {order.state === "paid" && (
          <StatusBadge tone={delivery.tone}>{deliveryWords(order)}</StatusBadge>
        )}
        <p>{order.gist}</p>
        {mayDecide && (
          <div className="order-acts">
            <button
              type="button"
              className="button-quiet"
              onClick={() => {
                setAct({ kind: "note" });
              }}
            >
              یادداشت <Kbd code="KeyA" />
            </button>
            {ticket && (
              <button
                type="button"
                className="button-quiet"
                onClick={() => {
                  setAct({ kind: "answer", ticket });
                }}
              >
                پیام به خریدار <Kbd code="KeyM" />
              </button>
            )}
          </div>
        )}
      </div>
      <div className="order-main">
        <OwnThing isOwn={order.person.isOwn} />
        <WaitingRefunds order={order} />
        <WaysOut {...{ order, chosen, role, may, ticket, hasTickets }} onAct={setAct} />
        <Story events={order.story} />
      </div>
      <div className="order-side">
        <Items
          order={order}
          chosen={chosen}
          role={role}
          may={may}
          onChoose={setPicked}
          onAct={setAct}
        />
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

/** Returns what was picked; before that the codes that somebody complains about, or the first item. */
function chosenOf(
  order: Order,
  picked: { itemId: string; codeIds: readonly string[] } | null,
): Chosen | null {
  const item = order.items.find(({ id }) => id === picked?.itemId);
  // A code that was replaced or given back meanwhile is chosen no more.
  if (item && picked) {
    const here = item.codes.filter(isInHand).map(({ id }) => id);
    return { item, codeIds: picked.codeIds.filter((id) => here.includes(id)) };
  }
  const complained = order.items.find(({ codes }) => codes.some((c) => c.state === "reported"));
  if (complained) {
    const codes = complained.codes.filter(({ state }) => state === "reported");
    return { item: complained, codeIds: codes.map(({ id }) => id) };
  }
  const first = order.items.find(({ waitingSince }) => waitingSince !== null) ?? order.items[0];
  return first ? { item: first, codeIds: [] } : null;
}

function deliveryWords({ items, deliveryStatus }: Order): string {
  const arrived = items.filter((item) => item.deliveryStatus === "delivered").length;
  return arrived === items.length || arrived === 0
    ? DELIVERIES[deliveryStatus].words
    : `تحویل: ${toPersianDigits(arrived)} از ${toPersianDigits(items.length)} قلم`;
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
