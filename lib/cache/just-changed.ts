/**
 * Cookie of a browser that has just changed something: its next pages show the change, while other visitors may get a page of before for
 * up to two seconds. It selects no other content.
 */
export const JUST_CHANGED = { name: 'fresh', value: '1' } as const
/** How long the browser keeps it, in seconds. */
export const JUST_CHANGED_S = 10
const COOKIE = new RegExp(`(?:^|;\\s*)${JUST_CHANGED.name}=${JUST_CHANGED.value}(?:;|$)`)

/** Whether the browser has just changed something. @param cookie the header of its request. */
export const hasJustChanged = (cookie: string | undefined): boolean =>
  cookie !== undefined && COOKIE.test(cookie)
