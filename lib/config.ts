/** Cached pages and reads are made anew after this many seconds, writes aside. */
export const REVALIDATE_S = 300
