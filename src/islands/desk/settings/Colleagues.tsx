import { useStore } from "@nanostores/react";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { areaWords } from "../../../../persian/area-words.ts";
import { formatDay } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import {
  $colleagues,
  type Colleague,
  type Role,
  endColleague,
  loadColleagues,
} from "../../../stores/desk/operator.ts";
import type { AreaChoices } from "./AreaChoice.tsx";
import { ChangeColleague } from "./ChangeColleague.tsx";
import { EndButton } from "./EndButton.tsx";
import { InviteAgain, NewColleague } from "./NewColleague.tsx";
import { Section } from "./Section.tsx";

interface ColleaguesProps {
  /** The name of the owner who views the list. */
  me: string;
  roleNames: Readonly<Record<Role, string>>;
  areas: AreaChoices;
}

/** All operators, for owners: inviting somebody, changing a role, and ending access. */
export function Colleagues({ me, roleNames, areas }: ColleaguesProps) {
  const colleagues = useStore($colleagues);
  const [isInviting, setIsInviting] = useState(false);
  useEffect(() => void loadColleagues(), []);
  const rows = colleagues.state === "ready" ? colleagues.value : [];
  const seconds = rows.filter((row) => maySecond(row, me)).map(({ name }) => name);
  const columns: readonly Column<Colleague>[] = [
    {
      title: "نام",
      cell: ({ name }) => (
        <b>
          <bdi dir="ltr">{name}</bdi>
        </b>
      ),
    },
    {
      title: "نقش",
      cell: ({ role, areas, isPrepared }) => (
        <>
          <span>{roleNames[role]}</span>
          {!isPrepared && <small className="block text-muted">{areaWords(areas)}</small>}
        </>
      ),
    },
    {
      title: "موبایل",
      cell: ({ phone }) => (
        <bdi dir="ltr">{toPersianDigits(`0${phone.replace("***", " ••• ")}`)}</bdi>
      ),
    },
    { title: "وضعیت", cell: (row) => <State row={row} /> },
    {
      title: "کارها",
      isAction: true,
      cell: (row) =>
        row.endedAt === null && (
          <Acts
            row={row}
            me={me}
            roleNames={roleNames}
            areas={areas}
            isLastSecond={seconds.length === 1 && seconds[0] === row.name}
          />
        ),
    },
  ];
  return (
    <Section
      title="کارمندان"
      loaded={colleagues}
      onRetry={() => void loadColleagues()}
      action={
        <button type="button" className="button" onClick={() => setIsInviting(true)}>
          <Plus size={16} aria-hidden="true" />
          دعوت کارمند
        </button>
      }
    >
      {(rows) => (
        <>
          <DataTable
            caption="فهرست کارمندان"
            columns={columns}
            rows={rows}
            rowKey={({ name }) => name}
          />
          <NewColleague
            isOpen={isInviting}
            roleNames={roleNames}
            areas={areas}
            onClose={() => setIsInviting(false)}
          />
        </>
      )}
    </Section>
  );
}

/** True for an operator who may confirm the proposals of this owner. */
const maySecond = ({ name, role, areas, enteredAt, endedAt }: Colleague, me: string): boolean =>
  areas.includes("money") &&
  name !== me &&
  enteredAt !== null &&
  endedAt === null &&
  (role === "finance" || role === "owner");

function State({ row }: { row: Colleague }) {
  if (row.endedAt !== null)
    return <StatusBadge tone="plain">{`پایان‌یافته از ${formatDay(row.endedAt)}`}</StatusBadge>;
  if (row.enteredAt === null) return <StatusBadge tone="waiting">دعوت‌شده</StatusBadge>;
  return (
    <>
      <span>{`از ${formatDay(row.enteredAt)}`}</span>
    </>
  );
}

function Acts({
  row,
  me,
  roleNames,
  areas,
  isLastSecond,
}: ColleaguesProps & { row: Colleague; isLastSecond: boolean }) {
  const { name } = row;
  return (
    <div className="flex flex-wrap gap-2">
      <ChangeColleague row={row} roleNames={roleNames} areas={areas} />
      <InviteAgain name={name} />
      {name !== me && (
        <EndButton
          word="پایان کار"
          about={name}
          title="پایان کار در میز"
          action="پایان یابد"
          end={() => endColleague(name)}
        >
          <span>
            نشست‌ها، گذرکلیدها و نشان‌های <bdi dir="ltr">{name}</bdi> همین حالا از کار می‌افتند، و
            درخواست‌ها، قیمت‌های برنامه‌ریزی‌شده و هشدارهایش پایان می‌یابند. این نام به کسی دیگر
            داده نمی‌شود.
          </span>
          {isLastSecond && (
            <span className="block mt-2">
              او تنها نفر دوم است: پس از او، آنچه دو نفر می‌خواهد یک روز می‌ماند و خودتان تأییدش
              می‌کنید.
            </span>
          )}
        </EndButton>
      )}
    </div>
  );
}
