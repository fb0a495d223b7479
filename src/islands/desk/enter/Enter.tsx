import { useEffect, useState } from "react";
import { Spinner } from "../../../parts/Spinner.tsx";
import { enterByAccess, enterWithSecret, readEntrance } from "../../../stores/desk/session.ts";
import { EnterByLink } from "./EnterByLink.tsx";
import { EnterByPasskey } from "./EnterByPasskey.tsx";
import { FirstOwner } from "./FirstOwner.tsx";
import { goOn } from "./go-on.ts";
import { RegisterPasskey } from "./RegisterPasskey.tsx";

type Step =
  | { name: "looking" }
  | { name: "first"; secret: string }
  | { name: "register" }
  | { name: "choose"; message: string; needsPasskey: boolean };

/**
 * The entrance of the desk. The secret of a one-time link is after the «#» of its address, so
 * browsers send it to no server. It works once, and is removed from the address at once.
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
  if (step.name === "register") return <RegisterPasskey onDone={goOn} />;
  const { message, needsPasskey } = step;
  return (
    <div className="flex flex-col gap-4">
      {needsPasskey ? <EnterByPasskey message={message} /> : <EnterByLink message={message} />}
      <details>
        <summary className="link min-h-11 content-center text-center">
          {needsPasskey ? "ورود با لینک دعوت" : "ورود با گذرکلید"}
        </summary>
        <div className="pt-2">
          {needsPasskey ? <EnterByLink message="" /> : <EnterByPasskey message="" />}
        </div>
      </details>
    </div>
  );
}

/** Lets in an operator who has a session, a working link, or an approval by Cloudflare Access. */
async function begin(): Promise<Step> {
  const { mark, secret } = readLink(location.hash);
  history.replaceState(null, "", location.pathname + location.search);
  if (mark === "first") return { name: "first", secret };
  const entered = secret === "" ? null : await enterWithSecret(secret);
  let message = entered?.ok === false ? entered.message : "";
  const door = await readEntrance();
  if (!door.ok) return { name: "choose", message: door.message, needsPasskey: false };
  const { operator, lacksPasskey, needsPasskey, hasAccess } = door.value;
  if (lacksPasskey) return { name: "register" };
  if (operator !== null && message === "") return leadOn();
  if (hasAccess && secret === "") {
    const vouched = await enterByAccess();
    if (vouched.ok) return begin();
    message = vouched.message;
  }
  return { name: "choose", message, needsPasskey };
}

function leadOn(): Step {
  goOn();
  return { name: "looking" };
}

/** Reads the end of the address: `#SECRET`, or `#first.SECRET` for the first owner. */
function readLink(hash: string): { mark: string; secret: string } {
  const found = /^#(?:(first)\.)?([A-Za-z0-9_-]{20,200})$/.exec(hash);
  return { mark: found?.[1] ?? "", secret: found?.[2] ?? "" };
}
