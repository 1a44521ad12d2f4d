import { readSession } from '#lib/session/session.ts'

/** Swaps the sign-in link for the account menu; see app/globals.css for the default. */
const SIGNED_IN = '.signed-out{display:none!important}.signed-in{display:block!important}'

/**
 * Style sheet of the header for browsers without scripts: whether the sign-in link or the account
 * menu is shown. Public pages are the same bytes for every visitor, so they only link to it. It
 * contains nothing of the account, and other sites cannot load it.
 */
export async function GET(request: Request): Promise<Response> {
  const session = await readSession(request.headers.get('cookie'))
  const isSignedIn = session !== null && session !== 'unreadable'
  return new Response(isSignedIn ? SIGNED_IN : '', {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'private, no-store',
      vary: 'cookie',
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}
