import { ListPage, listMetadata } from '#app/[locale]/home/(public)/[kind]/list-page.tsx'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: PageProps<'/[locale]/home/[kind]/view/[view]'>) {
  return listMetadata(await params)
}

/** Sorted, filtered and later pages; the middleware rewrites to this path (docs/decisions/0008-cache-list-views-under-internal-paths.md). */
export default async function Page({ params }: PageProps<'/[locale]/home/[kind]/view/[view]'>) {
  return <ListPage params={await params} />
}
