/**
 * Runs in the page before anything is painted, so it is text and depends on nothing: shows the
 * corner of whoever is signed in, by the hint cookie (lib/session/session.ts).
 */
export const SESSION_SCRIPT =
  ";if(/(?:^|;\\s*)signed_in=1/.test(document.cookie))document.documentElement.setAttribute('data-session','')"
