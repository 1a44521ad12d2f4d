import { securityText } from '#lib/seo/security-text.ts'

/** Not made at build time: its date would be that of the build. */
export const dynamic = 'force-dynamic'

export function GET(): Response {
  return new Response(securityText(Date.now()), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=86400',
    },
  })
}
