/**
 * Where a project is shown. `listed`: everywhere; `unlisted`: at its address only; `archived`: the same, and its page shows that it is not
 * continued. All of them can be downloaded and installed.
 */
export const VISIBILITIES = ['listed', 'unlisted', 'archived'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Whom a version is for. A `prerelease` is offered in the list of versions, never as the current one while there is a stable version. */
export const CHANNELS = ['stable', 'prerelease'] as const
export type Channel = (typeof CHANNELS)[number]

/** How far ahead a version can be scheduled, in days. */
export const SCHEDULE_MAX_DAYS = 365
/** Versions of a project that wait for their time. */
export const SCHEDULED_MAX = 10
/** Longest reason for deprecating a project, in characters. */
export const DEPRECATION_REASON_MAX = 300
/** Own projects that are listed as unlisted or archived. */
export const UNLISTED_MAX = 500
/** How long after its publication a version can be discarded, in hours. Later it can only be withdrawn. */
export const DISCARD_HOURS = 72
/** Downloads by others that end it: so many on two days together, or so many on one. */
export const DISCARD_DOWNLOADS = 10
export const DISCARD_DOWNLOADS_IN_A_DAY = 50
