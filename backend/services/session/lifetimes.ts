/** Lifetimes of tokens. */
export const LIFETIMES = {
  /** Default validity of a session token, in ms; configurable. */
  accessMs: 30 * 60 * 1000,
  /** Time in which a token can be exchanged, in ms; an unused session ends then. */
  refreshMs: 30 * 24 * 3600 * 1000,
  /** Grace period for late requests with an exchanged token, in ms. */
  graceMs: 60 * 1000,
} as const
