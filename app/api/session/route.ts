import { withCookies } from '#lib/session/respond.ts'
import { sessionState } from '#lib/session/state.ts'

/** The signed-in account as `{hasLogin, userInfo}`; never a token. */
export async function GET(request: Request): Promise<Response> {
  const { hasLogin, userInfo, cookies } = await sessionState(request)
  const headers = { 'cache-control': 'private, no-store' }
  return withCookies(Response.json({ hasLogin, userInfo }, { headers }), cookies)
}
