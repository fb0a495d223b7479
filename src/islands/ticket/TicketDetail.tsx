import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { Ticket } from "../../../contract/ticket.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, RowsSkeleton, Skeleton } from "../../parts/Skeleton.tsx";
import { $ticket, loadTicket } from "../../stores/ticket.ts";
import { CloseTicket } from "./CloseTicket.tsx";
import { ImageModal, type OpenedImage } from "./ImageModal.tsx";
import { Messages } from "./Messages.tsx";
import { ReplyModal } from "./ReplyModal.tsx";
import { TicketHead } from "./TicketHead.tsx";
import type { TicketLimits } from "./ticket-limits.ts";

interface TicketDetailProps {
  ticketId: string;
  limits: TicketLimits;
}

export function TicketDetail({ ticketId, limits }: TicketDetailProps) {
  const ticket = useStore($ticket);
  useEffect(() => {
    void loadTicket(ticketId);
  }, [ticketId]);
  if (ticket.state === "loading") return <TicketSkeleton />;
  if (ticket.state === "failed") {
    return (
      <>
        <h1 className="sr-only">تیکت</h1>
        <ErrorBox message={ticket.message} onRetry={() => void loadTicket(ticketId)} />
      </>
    );
  }
  return <Shown ticket={ticket.value} limits={limits} />;
}

function Shown({ ticket, limits }: { ticket: Ticket; limits: TicketLimits }) {
  const [image, setImage] = useState<OpenedImage | null>(null);
  const openImage = (imageUrl: string) => setImage({ imageUrl, isOpen: true });
  const isClosed = ticket.status === "Closed";
  return (
    <div className="flex flex-col gap-5">
      <TicketHead ticket={ticket} onOpenImage={openImage}>
        {!isClosed && (
          <>
            <ReplyModal ticketId={ticket.id} limits={limits} />
            <CloseTicket ticketId={ticket.id} />
          </>
        )}
      </TicketHead>
      <Messages ticket={ticket} onOpenImage={openImage} />
      <ImageModal image={image} onChange={setImage} />
    </div>
  );
}

function TicketSkeleton() {
  return (
    <>
      <h1 className="sr-only">تیکت</h1>
      <Skeleton>
        <Bone className="mb-5 h-52" />
      </Skeleton>
      <RowsSkeleton rows={2} />
    </>
  );
}
