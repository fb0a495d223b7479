import { freeze, revoke } from "../../../stores/desk/person.ts";
import { ReasonedAct } from "./ReasonedAct.tsx";

interface PaperActsProps {
  personId: string;
  kind: "card" | "identity";
  id: string;
  /** The words that name the card or identity: the owner's name, or the end of the card number. */
  name: string;
  isVerified: boolean;
  canDecideMoney: boolean;
}

const WORDS = {
  card: {
    name: "کارت",
    frozen: "این کارت و هر کس که آن را دارد مسدود می‌شود.",
    revoked: "پس از تأیید نفر دوم، پولی به این کارت نمی‌رود و از آن نمی‌آید.",
  },
  identity: {
    name: "هویت",
    frozen: "این هویت با کارتی که نام می‌برد و صاحبش مسدود می‌شود.",
    revoked: "پس از تأیید نفر دوم، تأیید هویت و همهٔ کارت‌های این شخص پس گرفته می‌شود.",
  },
};

/** The buttons that freeze a card or an identity, or revoke its verification. */
export function PaperActs(props: PaperActsProps) {
  const { personId, kind, id, name, isVerified, canDecideMoney } = props;
  const words = WORDS[kind];
  return (
    <div className="paper-acts">
      <ReasonedAct
        isSmall
        label={`مسدود کردن ${words.name}…`}
        title={`مسدود کردن ${words.name} ${name}`}
        about={id}
        action="مسدود کن"
        text={`${words.frozen} دلیل را صاحبش می‌خواند.`}
        run={(reason) => freeze(personId, kind, id, reason)}
      />
      {isVerified && canDecideMoney && (
        <ReasonedAct
          isSmall
          label={`لغو تأیید ${words.name}…`}
          title={`لغو تأیید ${words.name} ${name}`}
          about={id}
          action="لغو را بنویس"
          text={words.revoked}
          run={(reason) => revoke(personId, kind, id, reason)}
        />
      )}
    </div>
  );
}
