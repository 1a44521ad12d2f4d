import { getTranslations } from 'next-intl/server'
import { hasLocale } from 'next-intl'
import { env } from '#lib/env.ts'
import { routing } from '#lib/i18n/routing.ts'
import { documentResponse } from '#lib/seo/document.ts'
import { openSearch } from '#lib/seo/opensearch.ts'

export const dynamic = 'force-dynamic'

/** OpenSearch 1.1 description, in the language `lang` of the query. */
export async function GET(request: Request): Promise<Response> {
  const requested = new URL(request.url).searchParams.get('lang')
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale
  const t = await getTranslations({ locale, namespace: 'site' })
  const { SITE_NAME, APP_NAME } = env()
  const xml = openSearch(locale, {
    name: SITE_NAME,
    description: t('description', { app: APP_NAME }),
  })
  return documentResponse(request, {
    contentType: 'application/opensearchdescription+xml; charset=utf-8',
    sharedSeconds: 3600,
    version: xml,
    body: () => xml,
  })
}
