import { ListPage, listMetadata } from './list-page.tsx'

export const revalidate = 300

/** No pages at build time: a build has no backend. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: PageProps<'/[locale]/home/[kind]'>) {
  return listMetadata(await params)
}

export default async function Page({ params }: PageProps<'/[locale]/home/[kind]'>) {
  return <ListPage params={await params} />
}
