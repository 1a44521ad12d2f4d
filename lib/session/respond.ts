import { type Cookie, setCookieHeader } from './session.ts'

/** Adds cookies to an answer, which then is for one person alone and kept by nobody. */
export function withCookies(response: Response, cookies: Cookie[]): Response {
  if (cookies.length === 0) return response
  for (const one of cookies) response.headers.append('set-cookie', setCookieHeader(one))
  response.headers.set('cache-control', 'private, no-store')
  return response
}

/** Leads to a path of this site. The browser resolves it, so no host is named. */
export function leadTo(path: string, cookies: Cookie[] = []): Response {
  const headers = { location: path, 'cache-control': 'private, no-store' }
  return withCookies(new Response(null, { status: 303, headers }), cookies)
}
