import { Image } from "lucide-react";
import { useState } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { useSending } from "../../parts/use-sending.ts";
import { linkPicture } from "../../stores/desk/picture.ts";
import { OpenedPicture } from "./OpenedPicture.tsx";

interface TalkPictureProps {
  uploadId: string;
  operator: string;
}

/** The picture of one message of a ticket. Opening it is a line in the log. */
export function TalkPicture({ uploadId, operator }: TalkPictureProps) {
  const [link, setLink] = useState<{ url: string; closesAt: number } | null>(null);
  const { send, isSending, problem } = useSending();
  const open = async () => {
    const outcome = await linkPicture(uploadId);
    if (outcome.ok)
      setLink({ url: outcome.value.url, closesAt: Date.parse(outcome.value.expiresAt) });
    return outcome;
  };
  return (
    <div className="talk-picture">
      {link ? (
        <OpenedPicture
          {...link}
          operator={operator}
          onClose={() => {
            setLink(null);
          }}
        />
      ) : (
        <button
          type="button"
          className="button-quiet button-small"
          disabled={isSending}
          aria-busy={isSending}
          onClick={() => void send(open)}
        >
          <Image size={15} aria-hidden="true" />
          دیدن تصویر این پیام
        </button>
      )}
      {problem !== "" && <ErrorBox message={problem} />}
    </div>
  );
}
