/** The authenticated account and session of a request. */
export type Principal = { uid: string; sessionId: string }

/** Browser and operating system of a `User-Agent`; empty if unknown. */
export type Agent = { browser: string; system: string }

/** The sender of a request, for counting. */
export type Visitor = { address: string; userAgent: string }
