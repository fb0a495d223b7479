import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { useTyped } from "../../../parts/use-typed.ts";
import { $ticket, type DeskTicket, loadTicket } from "../../../stores/desk/ticket.ts";
import { OwnAccountNotice } from "../OwnAccountNotice.tsx";
import { TalkPicture } from "../TalkPicture.tsx";
import { AboutTicket } from "./AboutTicket.tsx";
import { TicketAnswer } from "./TicketAnswer.tsx";
import { TicketState } from "./TicketState.tsx";

interface TicketTalkProps {
  id: string;
  textMax: number;
  /** The name of the operator who views it. */
  me: string;
}

/** One ticket: the talk, what it is about, and the answer of the shop. */
export function TicketTalk({ id, textMax, me }: TicketTalkProps) {
  const loaded = useStore($ticket);
  // A state of this component, so that the text is kept when the ticket cannot be loaded again.
  const [text, setText] = useTyped<string>(`answer:${id}`, "");
  useEffect(() => void loadTicket(id), [id]);
  if (loaded.state === "loading") return <RowsSkeleton rows={4} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadTicket(id)} />;
  const ticket = loaded.value;
  return (
    <div className="ticket-page">
      <section className="desk-card" aria-labelledby="talk">
        <header>
          <h2 id="talk">{ticket.title}</h2>
          <TicketState status={ticket.status} />
        </header>
        <Words ticket={ticket} me={me} />
        {ticket.status === "Closed" ? (
          <p className="p-4 text-muted">این تیکت بسته است.</p>
        ) : ticket.person.isOwn ? (
          <div className="p-4">
            <OwnAccountNotice isOwn />
          </div>
        ) : (
          <TicketAnswer {...{ ticket, textMax, text, setText }} />
        )}
      </section>
      <AboutTicket ticket={ticket} />
    </div>
  );
}

function Words({ ticket, me }: { ticket: DeskTicket; me: string }) {
  const messages = [...ticket.Messages].reverse();
  return (
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
  );
}

function PictureOf({ message, me }: { message: { imageUrl: string | null }; me: string }) {
  const uploadId = message.imageUrl?.split("/").at(-1) ?? "";
  return uploadId === "" ? null : <TalkPicture uploadId={uploadId} operator={me} />;
}
