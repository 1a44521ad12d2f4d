import { type Cookie, setCookieHeader } from './session.ts'

/** Adds cookies to a response and makes it uncacheable. */
export function withCookies(response: Response, cookies: Cookie[]): Response {
  if (cookies.length === 0) return response
  for (const one of cookies) response.headers.append('set-cookie', setCookieHeader(one))
  response.headers.set('cache-control', 'private, no-store')
  return response
}

/** Redirects to a path of this site (303). The browser resolves it, so no host is needed. */
export function redirectTo(path: string, cookies: Cookie[] = []): Response {
  const headers = { location: path, 'cache-control': 'private, no-store' }
  return withCookies(new Response(null, { status: 303, headers }), cookies)
}
