import { env } from '#lib/env.ts'
import { documents } from '#lib/paths.ts'

/** Metadata of all public pages. */
export default async function PublicLayout({ children, params }: LayoutProps<'/[locale]/home'>) {
  const { locale } = await params
  return (
    <>
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
