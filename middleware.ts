import createMiddleware from 'next-intl/middleware'
import { type NextRequest, NextResponse } from 'next/server'
import { guard } from '#lib/sign-in/guard.ts'
import { internalPath, removeDefaults } from '#lib/catalogue/rewrite.ts'
import { keepPercent } from '#lib/i18n/percent.ts'
import { redirectAddress } from '#lib/i18n/redirects.ts'
import { routing } from '#lib/i18n/routing.ts'
import { rewriteOf } from '#server/next/rewrite.ts'

const localise = createMiddleware(routing)

export default async function middleware(request: NextRequest): Promise<NextResponse> {
  const redirect = redirectAddress(request, removeDefaults)
  if (redirect) return redirect
  const localised = localise(keepPercent(request))
  if (localised.headers.has('location')) return localised
  const target = new URL(rewriteOf(localised) ?? request.url)
  const denied = await guard(request, target.pathname)
  if (denied) return denied
  const pathname = internalPath(target.pathname, request.nextUrl.searchParams)
  return pathname ? NextResponse.rewrite(new URL(pathname, target)) : localised
}

/** `/api/` is excluded: Next silently truncates bodies at 10 MiB when they pass a middleware. */
export const config = {
  runtime: 'nodejs',
  matcher:
    '/((?!api/|_next/|icons/|templates/|sitemaps/|feeds/|badges/|cards/|embed/|favicon\\.ico$|icon\\.svg$|apple-icon\\.png$|manifest\\.webmanifest$|robots\\.txt$|sitemap\\.xml$|\\.well-known/security\\.txt$|oembed$|opensearch\\.xml$|keystrip-cli\\.tgz$).*)',
}
