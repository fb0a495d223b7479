import { useStore } from "@nanostores/react";
import { ArrowRight, CircleCheck } from "lucide-react";
import { formatDate, formatDay } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import { useNow } from "../../../parts/use-now.ts";
import { takeBack } from "../../../stores/desk/queue-acts.ts";
import {
  $awaitsReply,
  $chosen,
  $otherHand,
  $pane,
  type QueuePane,
  choose,
  hold,
  loadPane,
} from "../../../stores/desk/queue-pane.ts";
import { $shown, KIND_NAMES, keyOf } from "../../../stores/desk/queue.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import { Star } from "../Star.tsx";
import { PaneActions } from "./PaneActions.tsx";
import { PaneBody } from "./PaneBody.tsx";
import { toneOf } from "./Row.tsx";
import { promiseWords, timeLeft } from "./time-words.ts";
import type { QueueRights } from "./rights.ts";

interface PaneProps {
  operator: string;
  way: QueueRights;
}

/** Everything about the open thing, and the decisions about it. */
export function Pane({ operator, way }: PaneProps) {
  const state = useStore($pane);
  const chosen = useStore($chosen);
  useKeys(
    "پاسخ",
    state.kind === "loading" && chosen?.kind === "ticket"
      ? [
          {
            code: "KeyR",
            label: "پاسخ",
            act: () => {
              $awaitsReply.set(true);
            },
          },
        ]
      : [],
  );
  return (
    <article className="pane">
      <BackToList />
      {state.kind === "loading" && <Bones />}
      {state.kind === "failed" && (
        <div className="pane-body">
          <ErrorBox
            message={state.message}
            onRetry={() => {
              if (chosen) void loadPane(chosen);
            }}
          />
        </div>
      )}
      {state.kind === "open" && (
        <>
          <div className="pane-body">
            <Head pane={state.pane} way={way} />
            <Notes pane={state.pane} />
            <PaneBody pane={state.pane} operator={operator} />
          </div>
          {state.pane.isWaiting && <PaneActions pane={state.pane} way={way} />}
        </>
      )}
    </article>
  );
}

/**
 * Shows the place of the open thing in the list, and a button back to the list. On a phone the
 * thing covers the list.
 */
function BackToList() {
  const shown = useStore($shown);
  const chosen = useStore($chosen);
  const at = chosen ? shown.findIndex((row) => keyOf(row) === keyOf(chosen)) : -1;
  return (
    <header className="pane-back">
      <button
        type="button"
        onClick={() => {
          choose(null);
        }}
      >
        <ArrowRight size={20} aria-hidden="true" />
        امروز
      </button>
      {at !== -1 && <span>{`${formatNumber(at + 1)} از ${formatNumber(shown.length)}`}</span>}
    </header>
  );
}

function Head({ pane, way }: { pane: QueuePane; way: QueueRights }) {
  const { person, kind, joinedAt, ordersCount, order } = pane;
  const { name: whose } = pane;
  return (
    <header className="pane-head">
      <div className="pane-who min-w-0">
        <h2>
          <bdi>{`${whose === "" ? KIND_NAMES[kind] : whose} `}</bdi>
          {whose !== "" && <span>{KIND_NAMES[kind]}</span>}
        </h2>
        <p>
          {person && <bdi dir="ltr">{phoneWords(person.phone)}</bdi>}
          {joinedAt !== null && <span>{`عضو از ${formatDay(joinedAt)}`}</span>}
          {ordersCount !== null && (
            <span>{ordersCount === 0 ? "بدون سفارش" : `${formatNumber(ordersCount)} سفارش`}</span>
          )}
          {person && way.hasPeople && (
            <a className="link" href={`/desk/people/${person.id}`}>
              پروندهٔ شخص <KeyHint code="KeyO" />
            </a>
          )}
          {order && (
            <span>
              <bdi>{"سفارش "}</bdi>
              {way.hasOrders ? (
                <a className="link" href={`/desk/orders/${order.id}`}>
                  <bdi dir="ltr">{toPersianDigits(order.number)}</bdi>
                </a>
              ) : (
                <bdi dir="ltr">{toPersianDigits(order.number)}</bdi>
              )}
            </span>
          )}
        </p>
      </div>
      {pane.isWaiting && <Promise pane={pane} />}
    </header>
  );
}

/** Returns a phone in groups: «۰۹۱۲ ۳۴۵ ۶۷۸۹». */
const phoneWords = (phone: string) =>
  toPersianDigits(`0${phone}`.replace(/^(\d{4})(\d{3})(\d{4})$/, "$1 $2 $3"));

function Promise({ pane }: { pane: QueuePane }) {
  const now = useNow();
  const [startsAt, dueAt] = [Date.parse(pane.startsAt), Date.parse(pane.dueAt)];
  return (
    <div className="pane-promise">
      <Star promisedAt={startsAt} dueAt={dueAt} now={now} isLarge />
      <p>
        <b className={toneOf(dueAt, startsAt, now)}>
          {`${timeLeft(dueAt, now)}${now < dueAt ? " مانده" : ""}`}
        </b>
        <span>{promiseWords(startsAt, dueAt, now)}</span>
      </p>
    </div>
  );
}

/** Says that a thing is already decided, in another operator's hands, or set aside. */
function Notes({ pane }: { pane: QueuePane }) {
  const otherHand = useStore($otherHand);
  if (!pane.isWaiting)
    return (
      <div role="status" className="notice pane-decided">
        <CircleCheck size={20} aria-hidden="true" />
        <p>
          {pane.decided ? (
            <>
              <b>
                <bdi lang="en" translate="no">
                  {pane.decided.by}
                </bdi>
                <span>{` ${pane.decided.what}.`}</span>
              </b>
              <span>{` ${formatDate(pane.decided.at)}`}</span>
            </>
          ) : (
            <b>این کار دیگر در صف نیست.</b>
          )}
        </p>
      </div>
    );
  return (
    <>
      {otherHand !== null && !pane.isInHand && (
        <div role="status" className="notice pane-note">
          <p>
            <bdi lang="en" translate="no">
              {otherHand}
            </bdi>{" "}
            این کار را در دست دارد.
          </p>
          {pane.kind !== "withdrawal" && (
            <button
              type="button"
              className="button-quiet button-small"
              onClick={() => {
                void hold(pane, true);
              }}
            >
              به دست می‌گیرم
            </button>
          )}
        </div>
      )}
      {pane.aside && (
        <div className="notice pane-note">
          <p>
            <bdi lang="en" translate="no">
              {pane.aside.by}
            </bdi>
            <span>{` تا ${formatDate(pane.aside.until)} کنار گذاشته است: «${pane.aside.reason}»`}</span>
          </p>
          <button
            type="button"
            className="button-quiet button-small"
            onClick={() => {
              void takeBack(pane);
            }}
          >
            به صف بازگردان
          </button>
        </div>
      )}
    </>
  );
}

function Bones() {
  return (
    <div className="pane-body">
      <Skeleton>
        <Bone className="mb-3 h-6 w-48" />
        <Bone className="mb-6 h-4 w-72" />
        <Bone className="h-80 w-full" />
      </Skeleton>
    </div>
  );
}
