/**
 * Inline script of the page head, before the first paint: shows the account menu if the hint cookie
 * is set (lib/session/session.ts).
 */
export const SESSION_SCRIPT =
  ";if(/(?:^|;\\s*)signed_in=1/.test(document.cookie))document.documentElement.setAttribute('data-session','')"
