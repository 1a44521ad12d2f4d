import createMiddleware from 'next-intl/middleware'
import { type NextRequest, NextResponse } from 'next/server'
import { guard } from '#lib/auth/guard.ts'
import { listRewrite } from '#lib/catalogue/rewrite.ts'
import { entrance } from '#lib/i18n/entrance.ts'
import { oldRoute } from '#lib/i18n/old-routes.ts'
import { keepPercent } from '#lib/i18n/percent.ts'
import { routing } from '#lib/i18n/routing.ts'

const localise = createMiddleware(routing)

export default async function middleware(request: NextRequest): Promise<NextResponse> {
  const door = entrance(request)
  if (door) return door
  const screen = oldRoute(request)
  if (screen) return screen
  const localised = localise(keepPercent(request))
  if (localised.headers.has('location')) return localised
  const target = new URL(localised.headers.get('x-middleware-rewrite') ?? request.url)
  const turned = await guard(request, target.pathname)
  if (turned) return turned
  const pathname = listRewrite(target.pathname, request.nextUrl.searchParams)
  return pathname ? NextResponse.rewrite(new URL(pathname, target)) : localised
}

/** `/api/` stays out: a body that passes here is cut at 10 MiB without a word. */
export const config = {
  runtime: 'nodejs',
  matcher:
    '/((?!api/|_next/|favicon\\.ico$|icon\\.svg$|apple-icon\\.png$|icons/|manifest\\.webmanifest$|robots\\.txt$|sitemap\\.xml$|sitemaps/|feeds/|\\.well-known/security\\.txt$|cards/|embed/|oembed$|opensearch\\.xml$).*)',
}
