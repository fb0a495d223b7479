import { useStore } from "@nanostores/react";
import { Gift } from "lucide-react";
import { useEffect } from "react";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, RowsSkeleton, Skeleton } from "../../parts/Skeleton.tsx";
import { $referral, loadReferral } from "../../stores/referral.ts";
import { Invitees } from "./Invitees.tsx";
import { ReferralCards } from "./ReferralCards.tsx";
import { ReferralQuestions, type ReferralTerms } from "./ReferralQuestions.tsx";

interface ReferralsProps {
  terms: ReferralTerms;
  /** Number of invitees per call. */
  fetchSize: number;
}

export function Referrals({ terms, fetchSize }: ReferralsProps) {
  return (
    <div className="flex flex-col gap-6">
      <Programme fetchSize={fetchSize} />
      <ReferralQuestions terms={terms} />
    </div>
  );
}

function Programme({ fetchSize }: { fetchSize: number }) {
  const referral = useStore($referral);
  useEffect(() => {
    void loadReferral(fetchSize);
  }, [fetchSize]);
  if (referral.state === "failed")
    return <ErrorBox message={referral.message} onRetry={() => void loadReferral(fetchSize)} />;
  if (referral.state === "loading") return <ReferralSkeleton />;
  if (referral.value === null) {
    return (
      <div className="card">
        <EmptyState
          text="اطلاعات سیستم معرفی موجود نیست."
          icon={<Gift size={28} aria-hidden="true" />}
        />
      </div>
    );
  }
  return (
    <>
      <ReferralCards referral={referral.value} />
      <Invitees referral={referral.value} fetchSize={fetchSize} />
    </>
  );
}

function ReferralSkeleton() {
  return (
    <>
      <Skeleton>
        <Bone className="mb-4 h-36" />
        <div className="figures">
          <Bone className="h-28" />
          <Bone className="h-28" />
          <Bone className="h-28" />
        </div>
      </Skeleton>
      <RowsSkeleton rows={3} />
    </>
  );
}
