import { hasLocale } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { cardJpeg } from '#app/cards/[locale]/[...path]/card-jpeg.tsx'
import { call } from '#lib/api/call.ts'
import { failureResponse } from '#lib/api/failure-response.ts'
import { refuse } from '#lib/api/refuse.ts'
import { COUNTED_DAYS } from '#lib/contract/account.ts'
import { routing } from '#lib/i18n/routing.ts'
import { accountOf } from '#lib/session/fresh-token.ts'
import { takeBySession } from '#lib/session/limit.ts'
import { readSession } from '#lib/session/session.ts'

/** Covers on a card. */
const COVERS = 4

/**
 * The counts of one's own projects as a share card, to be saved: JPEG of 1200×630 pixels, for the account alone. 401
 * without a session, 404 without projects, 429 with `Retry-After`.
 */
export async function GET(request: Request): Promise<Response> {
  const requested = new URL(request.url).searchParams.get('locale')
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale
  const session = await readSession(request.headers.get('cookie'))
  if (session === null || session === 'unreadable') return refuse(401)
  const payer = await takeBySession('overviews', session)
  if (payer instanceof Response) return payer
  try {
    const account = await accountOf(session.token)
    if (!account.ok) return refuse(401)
    const { token } = session
    const [{ days }, { items }, t, detail, format] = await Promise.all([
      call('ownCounts', {}, { token }),
      call('ownProjects', { sort: 'trend', page: 1 }, { token }),
      getTranslations({ locale, namespace: 'overview' }),
      getTranslations({ locale, namespace: 'detail' }),
      getFormatter({ locale }),
    ])
    if (items.length === 0) return refuse(404)
    const sums = (['views', 'downloads', 'installs'] as const).map((metric) => {
      const sum = days.reduce((total, day) => total + day[metric], 0)
      return `${format.number(sum)} ${detail(metric)}`
    })
    const jpeg = await cardJpeg(locale, {
      title: account.value.username,
      about: t('card', { days: COUNTED_DAYS }),
      subtitle: sums.join(' · '),
      pictures: items.slice(0, COVERS).map(({ cover }) => cover),
    })
    return new Response(jpeg, {
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="overview.jpg"',
      },
    })
  } catch (error) {
    return failureResponse(error)
  }
}
