import { AuthorPage, authorMetadata } from './author-page.tsx'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: PageProps<'/[locale]/home/author/[name]'>) {
  return authorMetadata(await params)
}

/** An author with projects of all kinds. */
export default async function Page({ params }: PageProps<'/[locale]/home/author/[name]'>) {
  return <AuthorPage {...await params} />
}
