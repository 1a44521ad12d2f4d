import { JsonLd } from '#components/ui/json-ld.tsx'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { documents } from '#lib/paths.ts'
import { graph, webSite } from '#lib/seo/json-ld.ts'

/** Metadata of all public pages. */
export default async function PublicLayout({ children, params }: LayoutProps<'/[locale]/home'>) {
  const { locale } = await params
  return (
    <>
      <JsonLd schema={graph(webSite(toLocale(locale)))} />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={env().SITE_NAME}
        href={documents.openSearch(locale)}
      />
      {children}
    </>
  )
}
