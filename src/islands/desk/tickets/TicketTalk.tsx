import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { seenByWords } from "../../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { ShortNumber } from "../../../parts/ShortNumber.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { deadlineWords } from "../../../stores/desk/prepared-answer.ts";
import { $ticket, type DeskTicket, answer, loadTicket, move } from "../../../stores/desk/ticket.ts";
import { OwnThing } from "../OwnThing.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { TalkPicture } from "../TalkPicture.tsx";
import { AnswerChoice } from "./AnswerChoice.tsx";
import { TicketState } from "./TicketState.tsx";
import { serverNow } from "../../../stores/server-clock.ts";

interface TicketTalkProps {
  id: string;
  textMax: number;
  /** The operator who looks. */
  me: string;
}

/** One ticket: the talk, what it is about, and the answer of the shop. */
export function TicketTalk({ id, textMax, me }: TicketTalkProps) {
  const loaded = useStore($ticket);
  const [text, setText] = useTyped<string>(`answer:${id}`, "");
  const { formOf, send, isSending: isAnswering, problem, messageOf } = useSending(["content"]);
  // Its own: a ticket that is moved leaves the words of the answer unsent.
  const moving = useSending();
  const isSending = isAnswering || moving.isSending;
  useEffect(() => void loadTicket(id), [id]);
  if (loaded.state === "loading") return <RowsSkeleton rows={4} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadTicket(id)} />;
  const ticket = loaded.value;
  const reply = async () => {
    if (await send(() => answer(id, text))) setText("");
  };
  const isClosed = ticket.status === "Closed";
  const messages = [...ticket.Messages].reverse();
  return (
    <div className="ticket-page">
      <section className="desk-card" aria-labelledby="talk">
        <header>
          <h2 id="talk">{ticket.title}</h2>
          <TicketState status={ticket.status} />
        </header>
        <ol className="talk">
          <li>
            <p className="talk-by">{`خریدار · ${formatDate(ticket.createdAt)}`}</p>
            <p dir="auto">{ticket.description}</p>
            <PictureOf message={ticket} me={me} />
          </li>
          {messages.map((message) => (
            <li key={message.id} className={message.senderType === "owner" ? "talk-shop" : ""}>
              <p className="talk-by">
                {`${message.senderType === "owner" ? "فروشگاه" : "خریدار"} · ${formatDate(message.createdAt)}`}
              </p>
              <p dir="auto">{message.content}</p>
              <PictureOf message={message} me={me} />
            </li>
          ))}
        </ol>
        {isClosed ? (
          <p className="p-4 text-muted">این تیکت بسته است.</p>
        ) : ticket.person.isOwn ? (
          <div className="p-4">
            <OwnThing isOwn />
          </div>
        ) : (
          <form {...formOf(reply)} className="flex flex-col gap-3 p-4">
            {(problem || moving.problem) !== "" && <ErrorBox message={problem || moving.problem} />}
            <AnswerChoice fields={fieldsOf(ticket)} text={text} onChange={setText} />
            <TextArea
              label="پاسخ فروشگاه"
              name="content"
              value={text}
              message={messageOf("content")}
              maximum={textMax}
              onChange={setText}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton
                isSending={isSending}
                isDisabled={text.trim() === ""}
                className="button button-decide"
              >
                پاسخ را بفرست
              </SubmitButton>
              <button
                type="button"
                className="button-quiet button-decide"
                disabled={isSending || ticket.status === "In Progress"}
                onClick={() => void moving.send(() => move(id, "In Progress"))}
              >
                در دست بررسی
              </button>
              <button
                type="button"
                className="button-quiet button-decide"
                disabled={isSending}
                onClick={() => void moving.send(() => move(id, "Closed"))}
              >
                بستن تیکت
              </button>
            </div>
          </form>
        )}
      </section>
      <aside className="desk-card" aria-labelledby="about">
        <header>
          <h2 id="about">دربارهٔ این تیکت</h2>
        </header>
        <dl className="facts">
          <div>
            <dt>شماره</dt>
            <dd>
              <ShortNumber thing={ticket} />
            </dd>
          </div>
          <div>
            <dt>شخص</dt>
            <dd>
              <PersonLink person={ticket.person} />
            </dd>
          </div>
          <div>
            <dt>تلفن</dt>
            <dd>
              <bdi dir="ltr">{toPersianDigits(`0${ticket.person.phone}`)}</bdi>
            </dd>
          </div>
          {ticket.orderItem && (
            <div>
              <dt>قلم سفارش</dt>
              <dd>
                <a className="desk-link" href={`/desk/orders/${ticket.orderItem.orderId}`}>
                  {ticket.orderItem.name}
                </a>
              </dd>
            </div>
          )}
          {ticket.codes.map(({ id: codeId, position, timesOpened, seenBy }) => (
            <div key={codeId}>
              <dt>{`کد ${toPersianDigits(position + 1)}`}</dt>
              <dd>
                {[
                  timesOpened === 0 ? "دیده نشده" : `${toPersianDigits(timesOpened)} بار دیده شده`,
                  ...(seenBy.length === 0 ? [] : [seenByWords(seenBy)]),
                ].join("، ")}
              </dd>
            </div>
          ))}
          <div>
            <dt>تیکت‌های دیگر</dt>
            <dd>
              <a className="desk-link" href={`/desk/tickets?personId=${ticket.person.id}`}>
                همهٔ تیکت‌های این شخص
              </a>
            </dd>
          </div>
        </dl>
      </aside>
    </div>
  );
}

function PictureOf({ message, me }: { message: { imageUrl: string | null }; me: string }) {
  const uploadId = message.imageUrl?.split("/").at(-1) ?? "";
  return uploadId === "" ? null : <TalkPicture uploadId={uploadId} operator={me} />;
}

/** Returns what a prepared answer may say of a ticket. */
const fieldsOf = ({ person, aboutWords, dueAt }: DeskTicket) => ({
  name: person.provenOwner ?? `${person.firstName} ${person.lastName}`.trim(),
  code: aboutWords,
  deadline: deadlineWords(dueAt, serverNow()),
});
