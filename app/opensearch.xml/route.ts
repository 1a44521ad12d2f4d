import { getTranslations } from 'next-intl/server'
import { hasLocale } from 'next-intl'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'
import { escapeXml } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

/** How a browser searches the site (OpenSearch 1.1), in the language `lang` of the query. */
export async function GET(request: Request): Promise<Response> {
  const wanted = new URL(request.url).searchParams.get('lang')
  const locale = hasLocale(routing.locales, wanted) ? wanted : routing.defaultLocale
  const t = await getTranslations({ locale, namespace: 'site' })
  const { SITE_NAME, APP_NAME } = env()
  const search = absoluteUrl(localePath(locale, '/home/search'))
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(SITE_NAME.slice(0, 16))}</ShortName>
<Description>${escapeXml(t('description', { app: APP_NAME }).slice(0, 1024))}</Description>
<Language>${locale}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="64" height="64" type="image/svg+xml">${escapeXml(absoluteUrl('/icon.svg'))}</Image>
<Url type="text/html" method="get" template="${escapeXml(search)}?q={searchTerms}"/>
<Url type="application/atom+xml" method="get" template="${escapeXml(absoluteUrl(`/feeds/${locale}/search.xml`))}?q={searchTerms}"/>
</OpenSearchDescription>
`
  return new Response(xml, {
    headers: {
      'content-type': 'application/opensearchdescription+xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=3600',
    },
  })
}
