import { storeSessionEnd, takeSessionEnd } from './session-end.ts'
import { forgetSession } from './session-store.ts'

/**
 * Answers a 401: replaces the page in the history by the sign-in page, which shows why the session is
 * over and leads back. A full load, because the client router would show cached pages of the account
 * on the way back. `login` is the path of the sign-in page in the page's language.
 */
export function signInAgain(login: string, refusal: { reason: string | null; message: string }) {
  forgetSession()
  // The web app's cookie has the backend's own message.
  const end = takeSessionEnd()
  const { reason, message } = end?.kind === 'ended' ? end : refusal
  storeSessionEnd(reason, message)
  const { pathname, search, hash } = location
  location.replace(`${login}?${new URLSearchParams({ redirect: pathname + search + hash })}`)
}
