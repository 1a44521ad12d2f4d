/** How long a condition is waited for: on a busy machine everything takes many times as long. */
export const PATIENCE = { timeout: 60_000, interval: 20 }
