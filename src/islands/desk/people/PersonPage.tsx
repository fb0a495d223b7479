import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { $person, loadPerson } from "../../../stores/desk/person.ts";
import { DeskLines, Freezes, Orders, Tickets, Wallet } from "./Dealings.tsx";
import { Access, Papers, Relations } from "./Lists.tsx";
import { PersonHead } from "./PersonHead.tsx";

interface PersonPageProps {
  id: string;
  canDecideMoney: boolean;
  readsLog: boolean;
}

/** A person, and everything that the shop knows about them. */
export function PersonPage({ id, canDecideMoney, readsLog }: PersonPageProps) {
  const loaded = useStore($person);
  useEffect(() => void loadPerson(id), [id]);
  if (loaded.state === "loading") return <RowsSkeleton rows={5} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadPerson(id)} />;
  const whole = loaded.value;
  return (
    <div className="person-page">
      <PersonHead whole={whole} canDecideMoney={canDecideMoney} />
      <Wallet whole={whole} />
      <Orders whole={whole} />
      <Papers whole={whole} canDecideMoney={canDecideMoney} />
      <Tickets whole={whole} />
      <Access whole={whole} />
      <Relations whole={whole} />
      <Freezes whole={whole} />
      <DeskLines whole={whole} readsLog={readsLog} />
    </div>
  );
}
