/** The short limits of the product in tests that are not about them (lib/limits/short-limit.ts). */
export const LONGER_LIMITS = { WAIT_FACTOR: '4' }

/** How long a condition is waited for: on a busy machine everything takes many times as long. */
export const PATIENCE = { timeout: 60_000, interval: 20 }
