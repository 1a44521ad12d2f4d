/** Cached pages and reads are made anew after this many seconds, writes aside. */
export const REVALIDATE_S = 300
/** Section 4: a message hides by itself after this long, in milliseconds. */
export const TOAST_TIMEOUT_MS = 3000
