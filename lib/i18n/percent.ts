import { NextRequest } from 'next/server'

/**
 * The request as next-intl has to see it. Its middleware decodes the path and does not encode it
 * again, so that `%25` would become a bare `%`, which no router can read.
 */
export function keepPercent(request: NextRequest): NextRequest {
  const { pathname } = request.nextUrl
  if (!pathname.includes('%25')) return request
  const url = request.nextUrl.clone()
  url.pathname = pathname.replaceAll('%25', '%2525')
  return new NextRequest(url, { headers: request.headers })
}
