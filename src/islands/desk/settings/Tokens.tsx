import { useStore } from "@nanostores/react";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { areaWords } from "../../../../persian/area-words.ts";
import { formatDay } from "../../../../persian/dates.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { $tokens, type Token, endOwnToken, loadTokens } from "../../../stores/desk/token.ts";
import type { AreaChoices } from "./AreaChoice.tsx";
import { EndButton } from "./EndButton.tsx";
import { NewToken } from "./NewToken.tsx";
import { Section } from "./Section.tsx";

type RoleNames = Readonly<Record<NonNullable<Token["role"]>, string>>;

interface TokensProps {
  roleNames: RoleNames;
  /** The roles that the operator may give to a token. */
  roles: readonly (keyof RoleNames)[];
  areas: AreaChoices;
}

/** The operator's own tokens for programs. */
export function Tokens({ roleNames, roles, areas }: TokensProps) {
  const tokens = useStore($tokens);
  const [isMaking, setIsMaking] = useState(false);
  useEffect(() => void loadTokens(), []);
  const columns: readonly Column<Token>[] = [
    { title: "برای", cell: ({ label }) => <b>{label}</b> },
    {
      title: "نقش",
      cell: ({ role, areas: opened }) =>
        role === null ? (
          "خود شما"
        ) : (
          <>
            <span>{roleNames[role]}</span>
            {opened.join() !== areas.prepared[role].join() && (
              <small className="block text-muted">{areaWords(opened)}</small>
            )}
          </>
        ),
    },
    { title: "ساخته‌شده", cell: ({ createdAt }) => formatDay(createdAt) },
    { title: "تا", cell: ({ expiresAt }) => formatDay(expiresAt) },
    {
      title: "پایان",
      isAction: true,
      cell: ({ id, label }) => (
        <EndButton
          word="پایان"
          about={label}
          title="پایان نشان"
          action="از کار بیفتد"
          end={() => endOwnToken(id)}
        >{`«${label}» همین حالا از کار می‌افتد و برنامه‌ای که آن را دارد دیگر پذیرفته نمی‌شود.`}</EndButton>
      ),
    },
  ];
  return (
    <Section
      title="نشان‌های برنامه‌ها"
      loaded={tokens}
      onRetry={() => void loadTokens()}
      action={
        <button type="button" className="button-quiet" onClick={() => setIsMaking(true)}>
          <Plus size={16} aria-hidden="true" />
          نشان تازه
        </button>
      }
    >
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <EmptyState
              text="هنوز نشانی نساخته‌اید."
              next="برنامه‌ای که به جای شما کار می‌کند با نشان خود می‌آید، با نقشی که شما می‌دهید."
            />
          ) : (
            <DataTable
              caption="فهرست نشان‌های من"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )}
          <NewToken
            isOpen={isMaking}
            roleNames={roleNames}
            roles={roles}
            areas={areas}
            onClose={() => setIsMaking(false)}
          />
        </>
      )}
    </Section>
  );
}
