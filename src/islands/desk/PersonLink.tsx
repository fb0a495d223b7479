import { toPersianDigits } from "../../../persian/digits.ts";

interface PersonLinkProps {
  person: {
    id: string;
    firstName: string;
    lastName: string;
    phone: string;
    provenOwner: string | null;
  };
}

/** A link to a person's page, with the name, or with the phone when there is no name. */
export function PersonLink({ person }: PersonLinkProps) {
  const name = person.provenOwner ?? [person.firstName, person.lastName].filter(Boolean).join(" ");
  return (
    <a href={`/desk/people/${person.id}`} className="desk-link">
      {name === "" ? (
        <bdi dir="ltr">{person.phone === "" ? "بی‌نام" : toPersianDigits(`0${person.phone}`)}</bdi>
      ) : (
        name
      )}
    </a>
  );
}
