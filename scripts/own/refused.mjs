/** An error whose message tells the operator what is wrong and what to do. */
export class Refused extends Error {}
