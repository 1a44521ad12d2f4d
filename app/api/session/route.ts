import { withCookies } from '#lib/session/respond.ts'
import { sessionState } from '#lib/session/state.ts'

/** Who is signed in: `{hasLogin, userInfo}` (section 3); never a token. */
export async function GET(request: Request): Promise<Response> {
  const { hasLogin, userInfo, cookies } = await sessionState(request)
  const headers = { 'cache-control': 'private, no-store' }
  return withCookies(Response.json({ hasLogin, userInfo }, { headers }), cookies)
}
