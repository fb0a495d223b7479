import { Headset } from "lucide-react";
import type { Ticket, TicketMessage } from "../../../contract/ticket.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { RelativeDate } from "../../parts/RelativeDate.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { useSending } from "../../parts/use-sending.ts";
import { loadOlderMessages } from "../../stores/ticket.ts";
import { tellEmptyThread } from "./empty-thread.ts";
import { TicketImage } from "./TicketImage.tsx";

interface MessagesProps {
  ticket: Ticket;
  onOpenImage: (imageUrl: string) => void;
}

/** The messages of a ticket, newest first. The shop's messages are highlighted. */
export function Messages({ ticket, onOpenImage }: MessagesProps) {
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="mb-3 text-lg">
        پیام‌ها
      </h2>
      {ticket.Messages.length === 0 ? (
        <div className="card">
          <EmptyState text={tellEmptyThread(ticket.status)} />
        </div>
      ) : (
        <ol className="flex flex-col gap-3">
          {ticket.Messages.map((message) => (
            <Message key={message.id} message={message} onOpenImage={onOpenImage} />
          ))}
        </ol>
      )}
      {ticket.nextCursor !== null && <OlderButton />}
    </section>
  );
}

function Message({
  message,
  onOpenImage,
}: {
  message: TicketMessage;
  onOpenImage: (imageUrl: string) => void;
}) {
  const isOwn = message.senderType === "buyer";
  const name = `${message.User.firstName} ${message.User.lastName}`.trim();
  return (
    <li className={`card p-4 ${isOwn ? "" : "border-s-4 border-s-firouzeh bg-firouzeh-wash"}`}>
      <p className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
        <span
          className={`inline-flex items-center gap-2 text-sm font-semibold ${isOwn ? "" : "text-firouzeh-strong"}`}
        >
          {!isOwn && <Headset size={18} aria-hidden="true" />}
          <span>{isOwn ? "شما" : <SupportName name={name} />}</span>
        </span>
        <RelativeDate at={message.createdAt} className="text-muted" />
      </p>
      <p dir="auto" className="text-sm leading-7 wrap-anywhere whitespace-pre-line">
        {message.content}
      </p>
      {message.imageUrl !== null && (
        <TicketImage imageUrl={message.imageUrl} onOpen={onOpenImage} />
      )}
    </li>
  );
}

function SupportName({ name }: { name: string }) {
  return (
    <span>
      <span>پشتیبانی</span>
      {name !== "" && <span className="font-normal">{`، ${name}`}</span>}
    </span>
  );
}

function OlderButton() {
  const { send, isSending } = useSending();
  return (
    <button
      type="button"
      className="button-quiet mt-4 w-full"
      disabled={isSending}
      aria-busy={isSending}
      onClick={() => void send(loadOlderMessages)}
    >
      {isSending && <Spinner />}
      <span>پیام‌های پیشین</span>
    </button>
  );
}
