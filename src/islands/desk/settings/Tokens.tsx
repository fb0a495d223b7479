import { useStore } from "@nanostores/react";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDay } from "../../../../persian/dates.ts";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import type { Column } from "../../../parts/DataTable.tsx";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import { useConfirmation } from "../../../parts/use-confirmation.ts";
import { $tokens, type Token, endOwnToken, loadTokens } from "../../../stores/desk/token.ts";
import { NewToken } from "./NewToken.tsx";

type RoleNames = Readonly<Record<NonNullable<Token["role"]>, string>>;

interface TokensProps {
  roleNames: RoleNames;
  /** The roles that a token of one's own may have. */
  roles: readonly (keyof RoleNames)[];
}

/** One's own tokens for programs. */
export function Tokens({ roleNames, roles }: TokensProps) {
  const tokens = useStore($tokens);
  const [isMaking, setIsMaking] = useState(false);
  useEffect(() => void loadTokens(), []);
  const columns: readonly Column<Token>[] = [
    { title: "برای", cell: ({ label }) => <b>{label}</b> },
    { title: "نقش", cell: ({ role }) => (role === null ? "خود شما" : roleNames[role]) },
    { title: "ساخته‌شده", cell: ({ createdAt }) => formatDay(createdAt) },
    { title: "تا", cell: ({ expiresAt }) => formatDay(expiresAt) },
    { title: "پایان", cell: (token) => <EndToken token={token} />, isAction: true },
  ];
  return (
    <section aria-labelledby="tokens" className="desk-card">
      <header>
        <h2 id="tokens">نشان‌های برنامه‌ها</h2>
        <button
          type="button"
          className="button-quiet"
          onClick={() => {
            setIsMaking(true);
          }}
        >
          <Plus size={16} aria-hidden="true" />
          نشان تازه
        </button>
      </header>
      {tokens.state === "loading" && (
        <Skeleton>
          <Bone className="m-4 h-10" />
        </Skeleton>
      )}
      {tokens.state === "failed" && (
        <ErrorBox message={tokens.message} onRetry={() => void loadTokens()} />
      )}
      {tokens.state === "ready" &&
        (tokens.value.length === 0 ? (
          <EmptyState
            text="هنوز نشانی نساخته‌اید."
            next="برنامه‌ای که به جای شما کار می‌کند با نشان خود می‌آید، با نقشی که شما می‌دهید."
          />
        ) : (
          <DataTable
            caption="نشان‌های من"
            columns={columns}
            rows={tokens.value}
            rowKey={({ id }) => id}
          />
        ))}
      <NewToken
        isOpen={isMaking}
        roleNames={roleNames}
        roles={roles}
        onClose={() => {
          setIsMaking(false);
        }}
      />
    </section>
  );
}

function EndToken({ token }: { token: Token }) {
  const { open, modal } = useConfirmation(() => endOwnToken(token.id));
  return (
    <>
      <button
        type="button"
        className="button-quiet button-small"
        aria-label={`پایان ${token.label}`}
        onClick={open}
      >
        پایان
      </button>
      <ConfirmModal {...modal} title="پایان نشان" action="از کار بیفتد">
        <p>
          «{token.label}» همین حالا از کار می‌افتد و برنامه‌ای که آن را دارد دیگر پذیرفته نمی‌شود.
        </p>
      </ConfirmModal>
    </>
  );
}
