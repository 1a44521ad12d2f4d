/** Name of the session cookie, behind `__Host-` where the site has https. */
export const SESSION_COOKIE = 'session'
const SENT = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=`)

/** Whether a request may be one of a session. @param cookie its header. */
export const hasSessionCookie = (cookie: string | undefined): boolean =>
  cookie !== undefined && SENT.test(cookie)
