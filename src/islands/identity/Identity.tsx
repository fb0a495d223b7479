import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { User } from "../../../contract/user.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import {
  $hasActiveIdentity,
  $identityRequests,
  loadIdentityStatus,
} from "../../stores/identity.ts";
import { IdentityRequests } from "./IdentityRequests.tsx";
import { IdentityState } from "./IdentityState.tsx";
import { StartVerification } from "./StartVerification.tsx";

interface IdentityProps {
  user: User;
  nameMax: number;
  fetchSize: number;
  imageMaxBytes: number;
  shopName: string;
}

export function Identity({ user, fetchSize, ...form }: IdentityProps) {
  const hasActive = useStore($hasActiveIdentity);
  const requests = useStore($identityRequests);
  const newest = requests.state === "ready" ? requests.value.authorizations[0] : undefined;
  useEffect(() => {
    void loadIdentityStatus();
  }, []);
  return (
    <>
      {hasActive.state === "loading" && !user.isVerified && (
        <Skeleton>
          <Bone className="h-24" />
        </Skeleton>
      )}
      {(hasActive.state === "ready" || user.isVerified) && (
        <IdentityState
          state={
            user.isVerified
              ? "verified"
              : hasActive.state === "ready" && hasActive.value
                ? "pending"
                : "none"
          }
          sentAt={newest?.status === "pending" ? newest.createdAt : undefined}
        >
          {hasActive.state === "ready" && !hasActive.value && (
            <StartVerification fetchSize={fetchSize} {...form} />
          )}
        </IdentityState>
      )}
      {hasActive.state === "failed" && (
        <ErrorBox message={hasActive.message} onRetry={() => void loadIdentityStatus()} />
      )}
      <IdentityRequests fetchSize={fetchSize} />
    </>
  );
}
