import { NextRequest } from 'next/server'

/**
 * Prepares a request for next-intl, whose middleware decodes the path without encoding it again:
 * `%25` would become a bare `%`, which no router accepts.
 */
export function keepPercent(request: NextRequest): NextRequest {
  const { pathname } = request.nextUrl
  if (!pathname.includes('%25')) return request
  const url = request.nextUrl.clone()
  url.pathname = pathname.replaceAll('%25', '%2525')
  return new NextRequest(url, { headers: request.headers })
}
