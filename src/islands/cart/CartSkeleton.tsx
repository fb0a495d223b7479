import { Bone, Skeleton } from "../../parts/Skeleton.tsx";

export function CartSkeleton() {
  return (
    <Skeleton>
      <div className="cart-columns">
        <div className="flex flex-col gap-3">
          <Bone className="h-44 lg:h-28" />
          <Bone className="h-44 lg:h-28" />
        </div>
        <Bone className="h-96" />
      </div>
    </Skeleton>
  );
}
