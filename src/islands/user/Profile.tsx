import { useStore } from "@nanostores/react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { $user, loadUser } from "../../stores/user.ts";
import { Identity } from "../identity/Identity.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SignOutEverywhere } from "./SignOutEverywhere.tsx";

interface ProfileProps {
  nameMax: number;
  /** How many identity requests one call fetches. */
  fetchSize: number;
  imageMaxBytes: number;
  shopName: string;
}

/** The account's frame reads the profile for every page of it; this draws the same one. */
export function Profile({ nameMax, ...identity }: ProfileProps) {
  // The frame may be quicker than this island: it comes alive as the server drew it, and then shows what is known.
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
      <Identity user={user.value} {...identity} />
      <ProfileForm user={user.value} nameMax={nameMax} />
      <SignOutEverywhere />
    </div>
  );
}
