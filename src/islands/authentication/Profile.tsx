import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { $user, loadUser } from "../../stores/user.ts";
import { IdentityState } from "./IdentityState.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

export function Profile({ nameMax }: { nameMax: number }) {
  const user = useStore($user);
  useEffect(() => {
    void loadUser();
  }, []);
  if (user.state === "failed") return <ErrorBox message={user.message} onRetry={() => void loadUser()} />;
  if (user.state === "loading") {
    return (
      <Skeleton>
        <Bone className="mb-5 h-24" />
        <Bone className="h-96" />
      </Skeleton>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <IdentityState isVerified={user.value.isVerified} />
      <ProfileForm user={user.value} nameMax={nameMax} />
    </div>
  );
}
