import { useEffect, useState } from "react";
import { Spinner } from "../../../parts/Spinner.tsx";
import { enterWithSecret, readDoor } from "../../../stores/desk/session.ts";
import { EnterByLink } from "./EnterByLink.tsx";
import { FirstOwner } from "./FirstOwner.tsx";
import { goOn } from "./go-on.ts";

type Step =
  { name: "looking" } | { name: "first"; secret: string } | { name: "choose"; message: string };

/**
 * The entrance of the desk. The secret of a link stands behind the «#» of its address, so no server
 * sees it; it is used once and leaves the address at once.
 */
export function Enter() {
  const [step, setStep] = useState<Step>({ name: "looking" });
  useEffect(() => {
    void begin().then(setStep);
  }, []);
  if (step.name === "looking")
    return (
      <p role="status" className="flex items-center justify-center gap-3 text-muted">
        <Spinner />
        یک لحظه…
      </p>
    );
  if (step.name === "first") return <FirstOwner secret={step.secret} />;
  return <EnterByLink message={step.message} />;
}

/** Leads on whoever has a session, or a link that works. */
async function begin(): Promise<Step> {
  const { mark, secret } = readLink(location.hash);
  history.replaceState(null, "", location.pathname + location.search);
  if (mark === "first") return { name: "first", secret };
  if (secret === "") {
    const door = await readDoor();
    if (!door.ok) return { name: "choose", message: door.message };
    return door.value.operator === null ? { name: "choose", message: "" } : leadOn();
  }
  const outcome = await enterWithSecret(secret);
  return outcome.ok ? leadOn() : { name: "choose", message: outcome.message };
}

function leadOn(): Step {
  goOn();
  return { name: "looking" };
}

/** `#SECRET`, or `#first.SECRET` for the first owner. */
function readLink(hash: string): { mark: string; secret: string } {
  const found = /^#(?:(first)\.)?([A-Za-z0-9_-]{20,200})$/.exec(hash);
  return { mark: found?.[1] ?? "", secret: found?.[2] ?? "" };
}
