/** Cached pages and reads expire after this many seconds, or earlier when they change. */
export const REVALIDATE_S = 300
