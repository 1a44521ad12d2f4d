import { ListPage, listMetadata } from '#app/[locale]/home/(public)/[kind]/list-page.tsx'

export const revalidate = 300

/** No pages at build time: a build has no backend. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: PageProps<'/[locale]/home/[kind]/view/[view]'>) {
  return listMetadata(await params)
}

/** Sorted, filtered and later pages; the middleware rewrites to this path (docs/decisions/0008). */
export default async function Page({ params }: PageProps<'/[locale]/home/[kind]/view/[view]'>) {
  return <ListPage params={await params} />
}
