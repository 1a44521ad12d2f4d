/**
 * Statement of the inline script of the page head: shows the account menu if the hint cookie is set
 * (lib/session/session.ts).
 */
export const SESSION_SCRIPT = `document.documentElement.toggleAttribute('data-session',/(?:^|;\\s*)signed_in=1/.test(document.cookie))`
