import { useStore } from "@nanostores/react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { $user, loadUser } from "../../stores/user.ts";
import { Identity } from "../identity/Identity.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SignOutEverywhere } from "../session/SignOutEverywhere.tsx";

interface ProfileProps {
  nameMax: number;
  /** Number of identity requests per call. */
  fetchSize: number;
  imageMaxBytes: number;
  shopName: string;
}

/** The profile, from the store that the account's layout loads on each of its pages. */
export function Profile({ nameMax, ...identity }: ProfileProps) {
  // The layout may load the user before this island hydrates: hydrate as the server rendered, then
  // update.
  const user = useStore($user, { ssr: "initial" });
  if (user.state === "failed")
    return <ErrorBox message={user.message} onRetry={() => void loadUser()} />;
  if (user.state === "loading") {
    return (
      <Skeleton>
        <Bone className="mb-5 h-24" />
        <Bone className="mb-5 h-52" />
        <Bone className="h-96" />
      </Skeleton>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Identity user={user.value} nameMax={nameMax} {...identity} />
      <ProfileForm user={user.value} nameMax={nameMax} />
      <SignOutEverywhere />
    </div>
  );
}
