import { useStore } from "@nanostores/react";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDay } from "../../../../persian/dates.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { $passkeys, type Passkey, endPasskey, loadPasskeys } from "../../../stores/desk/passkey.ts";
import { RegisterPasskey } from "../enter/RegisterPasskey.tsx";
import { EndButton } from "./EndButton.tsx";
import { Section } from "./Section.tsx";

const COLUMNS: readonly Column<Passkey>[] = [
  { title: "دستگاه", cell: ({ label }) => <b>{label}</b> },
  { title: "نوع", cell: ({ isShared }) => (isShared ? "همگام با حساب" : "تنها همین دستگاه") },
  { title: "ساخته‌شده", cell: ({ createdAt }) => formatDay(createdAt) },
  {
    title: "آخرین ورود",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "—" : formatDay(lastUsedAt)),
  },
  {
    title: "برداشتن",
    isAction: true,
    cell: ({ id, label }) => (
      <EndButton
        word="برداشتن"
        about={label}
        title="برداشتن گذرکلید"
        action="برداشته شود"
        end={() => endPasskey(id)}
      >{`با «${label}» دیگر نمی‌توان وارد میز شد.`}</EndButton>
    ),
  },
];

/** The operator's own passkeys. A second one helps when the first is lost. */
export function Passkeys({ most }: { most: number }) {
  const passkeys = useStore($passkeys);
  const [isMaking, setIsMaking] = useState(false);
  useEffect(() => void loadPasskeys(), []);
  const isFull = passkeys.state === "ready" && passkeys.value.length >= most;
  return (
    <Section
      title="گذرکلیدهای من"
      loaded={passkeys}
      onRetry={() => void loadPasskeys()}
      action={
        !isFull && (
          <button type="button" className="button-quiet" onClick={() => setIsMaking(true)}>
            <Plus size={16} aria-hidden="true" />
            گذرکلید تازه
          </button>
        )
      }
    >
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <EmptyState
              text="هنوز گذرکلیدی نساخته‌اید."
              next="با گذرکلید بی‌رمز وارد می‌شوید، و پیش از کارهای سنگین همان را نشان می‌دهید."
            />
          ) : (
            <DataTable
              caption="فهرست گذرکلیدها"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )}
          <Modal isOpen={isMaking} title="گذرکلید تازه" onClose={() => setIsMaking(false)}>
            <RegisterPasskey
              onDone={() => {
                setIsMaking(false);
                void loadPasskeys();
              }}
            />
          </Modal>
        </>
      )}
    </Section>
  );
}
