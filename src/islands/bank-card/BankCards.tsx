import { useStore } from "@nanostores/react";
import { CreditCard, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { BankCard } from "../../../contract/bank-card.ts";
import type { User } from "../../../contract/user.ts";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { $bankCards, loadBankCards, removeCard } from "../../stores/bank-card.ts";
import { $user } from "../../stores/user.ts";
import { AddCardForm } from "./AddCardForm.tsx";
import { CardFace } from "./CardFace.tsx";
import { CardNumber } from "./CardNumber.tsx";
import { IbanForm } from "./IbanForm.tsx";

interface BankCardsProps {
  /** Maximum size of a card's image. */
  imageMaxBytes: number;
}

export function BankCards({ imageMaxBytes }: BankCardsProps) {
  const cards = useStore($bankCards);
  const [isAdding, setIsAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void loadBankCards();
  }, []);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="hint max-w-prose flex-1 basis-64">
          کارتی که بین ساعت ۸ تا ۲۴ ثبت شود، در کمتر از ۳۰ دقیقه بررسی می‌شود؛ پیش از تأیید هویت، از
          زمان تأیید آن. پرداخت و برداشت با کارت تأییدشده ممکن است.
        </p>
        <button ref={add} type="button" className="button" onClick={() => setIsAdding(true)}>
          <Plus size={18} aria-hidden="true" />
          افزودن کارت بانکی
        </button>
      </div>
      {cards.state === "loading" && <RowsSkeleton rows={3} />}
      {cards.state === "failed" && (
        <ErrorBox message={cards.message} onRetry={() => void loadBankCards()} />
      )}
      {cards.state === "ready" && (
        <Cards cards={cards.value} onRemoved={() => add.current?.focus()} />
      )}
      <Modal isOpen={isAdding} title="افزودن کارت بانکی" onClose={() => setIsAdding(false)}>
        <AddCardForm imageMaxBytes={imageMaxBytes} onClose={() => setIsAdding(false)} />
      </Modal>
    </>
  );
}

interface CardsProps {
  cards: readonly BankCard[];
  /** Called after a removal to move the focus, because the button that had it is gone. */
  onRemoved: () => void;
}

function Cards({ cards, onRemoved }: CardsProps) {
  const [removing, setRemoving] = useState<BankCard | null>(null);
  const [givingIban, setGivingIban] = useState<BankCard | null>(null);
  const { open, modal } = useConfirmation(async () =>
    removing ? await removeCard(removing.id) : "",
  );
  return (
    <>
      {cards.length === 0 ? (
        <NoCards />
      ) : (
        <ul className="bank-cards" aria-label="کارت‌های بانکی">
          {cards.map((card) => (
            <CardFace
              key={card.id}
              card={card}
              onIban={() => setGivingIban(card)}
              onRemove={() => {
                setRemoving(card);
                open();
              }}
            />
          ))}
        </ul>
      )}
      <Modal
        isOpen={givingIban !== null}
        title="شبای کارت بانکی"
        about={givingIban?.id ?? ""}
        onClose={() => setGivingIban(null)}
      >
        {givingIban && <IbanForm card={givingIban} onClose={() => setGivingIban(null)} />}
      </Modal>
      <ConfirmModal
        {...modal}
        title="حذف کارت بانکی"
        action="حذف کارت"
        onClosed={() => {
          if (!cards.some(({ id }) => id === removing?.id)) onRemoved();
        }}
      >
        {removing && (
          <p>
            کارت <CardNumber digits={removing.cardNumber} /> از حساب شما حذف می‌شود. پرداخت‌ها و
            برداشت‌های پیشین تغییری نمی‌کنند.
          </p>
        )}
      </ConfirmModal>
    </>
  );
}

function NoCards() {
  const user = useStore($user);
  return (
    <div className="card">
      <EmptyState
        text="هیچ کارت بانکی یافت نشد."
        next={user.state === "ready" ? sayPapers(user.value) : ""}
        icon={<CreditCard size={28} aria-hidden="true" />}
      />
    </div>
  );
}

/**
 * Says that the approval of an identity request also registers the card in it, so that this card
 * need not be sent separately. Returns "" for a verified shopper.
 */
function sayPapers({ isVerified, identity }: User): string {
  if (isVerified) return "";
  return identity?.status === "pending"
    ? "کارتی که با مدرک هویت فرستاده‌اید، با تأیید آن ثبت می‌شود."
    : "احراز هویت، کارت همراه مدرک را هم ثبت می‌کند؛ فرستادن جداگانه لازم نیست.";
}
