export interface QueueRights {
  /** True when this operator may open the pages of people. */
  hasPeople: boolean;
  hasOrders: boolean;
}
