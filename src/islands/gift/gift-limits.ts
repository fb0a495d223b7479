/** The contract's limits of a gift. Pages pass them in, because islands cannot import the contract. */
export interface GiftLimits {
  nameMax: number;
  messageMax: number;
  daysAheadMax: number;
}
