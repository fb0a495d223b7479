export interface QueueRights {
  /** Screens that this operator may open from here. */
  hasPeople: boolean;
  hasOrders: boolean;
}
