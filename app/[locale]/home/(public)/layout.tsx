import { JsonLd } from '#components/ui/json-ld.tsx'
import { env } from '#lib/env.ts'
import { webSite } from '#lib/seo/json-ld.ts'

/** What every public page says of the site. */
export default async function PublicLayout({ children, params }: LayoutProps<'/[locale]/home'>) {
  const { locale } = await params
  return (
    <>
      <JsonLd schema={webSite(locale, { name: env().SITE_NAME })} />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={env().SITE_NAME}
        href={`/opensearch.xml?lang=${locale}`}
      />
      {children}
    </>
  )
}
