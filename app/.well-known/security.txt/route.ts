import { securityText } from '#lib/seo/security-text.ts'

/** Rendered per request: its expiry date counts from today. */
export const dynamic = 'force-dynamic'

export function GET(): Response {
  return new Response(securityText(Date.now()), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=86400',
    },
  })
}
