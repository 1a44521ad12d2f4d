import { ListPage, listMetadata } from './list-page.tsx'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: PageProps<'/[locale]/home/[kind]'>) {
  return listMetadata(await params)
}

export default async function Page({ params }: PageProps<'/[locale]/home/[kind]'>) {
  return <ListPage params={await params} />
}
