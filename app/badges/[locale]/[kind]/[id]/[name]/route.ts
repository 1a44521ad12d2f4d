import { hasLocale } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { projectTagHeaders } from '#lib/cache/tag-headers.ts'
import { readProject } from '#lib/catalogue/server.ts'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { type Project, projectParamsSchema } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { routing } from '#lib/i18n/routing.ts'
import { BADGES, type BadgeName } from '#lib/paths.ts'
import { badgeSvg, type BadgeTone } from '#lib/seo/badge.ts'
import { documentResponse } from '#lib/seo/document.ts'

export const dynamic = 'force-dynamic'

/** How long shared caches keep a badge, in seconds: a purge of its project's tag ends that. */
const SHARED_S = 300

type Context = { params: Promise<{ locale: string; kind: string; id: string; name: string }> }

/** Badges: `/badges/{language}/{kind}/{id}/{name}.svg`, with `version`, `downloads`, `application` or `verified`. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { locale, name, ...segments } = await params
  const badge = BADGES.find((known) => `${known}.svg` === name)
  const named = projectParamsSchema.safeParse(segments)
  if (!hasLocale(routing.locales, locale) || !badge || !named.success) return emptyResponse(404)
  const { kind, id } = named.data
  try {
    const project = await readProject(kind, id)
    const shown = project && (await textsOf(badge, project, locale))
    if (!shown) return emptyResponse(404)
    const svg = badgeSvg({ ...shown, lang: LANGUAGES[locale].lang })
    const response = documentResponse(request, {
      contentType: 'image/svg+xml; charset=utf-8',
      sharedSeconds: SHARED_S,
      version: svg,
      body: () => svg,
    })
    // Other sites show it.
    response.headers.set('cross-origin-resource-policy', 'cross-origin')
    for (const [header, value] of projectTagHeaders(kind, id)) response.headers.set(header, value)
    return response
  } catch (error) {
    return failureResponse(error)
  }
}

type Texts = { label: string; value: string; tone: BadgeTone }

/** `null` for what the project does not have. */
async function textsOf(badge: BadgeName, project: Project, locale: Locale): Promise<Texts | null> {
  const [t, words, format] = await Promise.all([
    getTranslations({ locale, namespace: 'detail' }),
    getTranslations({ locale, namespace: 'badge' }),
    getFormatter({ locale }),
  ])
  switch (badge) {
    case 'version':
      return { label: t('version'), value: project.version, tone: 'plain' }
    case 'downloads':
      return {
        label: t('downloads'),
        value: format.number(project.downloads, { notation: 'compact' }),
        tone: 'plain',
      }
    case 'application':
      return { label: env().APP_NAME, value: `≥ ${project.minimum_version}`, tone: 'plain' }
    case 'verified': {
      const { owner_verified: isVerified } = project
      if (isVerified === null || isVerified === undefined) return null
      return {
        label: words('owner'),
        value: words(isVerified ? 'verified' : 'unverified'),
        tone: isVerified ? 'yes' : 'no',
      }
    }
  }
}
