import {
  AuthorPage,
  authorMetadata,
} from '#app/[locale]/home/(public)/author/[name]/author-page.tsx'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

type Props = PageProps<'/[locale]/home/author/[name]/[kind]'>

export async function generateMetadata({ params }: Props) {
  return authorMetadata(await params)
}

/** An author with projects of one kind. */
export default async function Page({ params }: Props) {
  return <AuthorPage {...await params} />
}
