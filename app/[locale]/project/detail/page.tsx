import { notFound, permanentRedirect } from 'next/navigation'
import { readProject } from '#lib/catalogue/server.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { KIND_PARAMETERS } from '#lib/i18n/old-routes.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/project/detail'>

/**
 * The old address of a project without its kind: redirects to the project, whatever its kind. The middleware
 * redirects the others (lib/i18n/old-routes.ts).
 */
export default async function OldDetailPage({ params, searchParams }: Props) {
  const { locale } = await params
  const query = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) =>
      [value ?? []].flat().map((text) => [name, text]),
    ),
  )
  const id = query.get('id') ?? ''
  const found = await Promise.all(KINDS.map((kind) => readProject(kind, id)))
  const project = found.find((one) => one !== null) ?? notFound()
  for (const name of ['id', ...KIND_PARAMETERS]) query.delete(name)
  const rest = query.size === 0 ? '' : `?${query}`
  permanentRedirect(localePath(locale, paths.detail(project)) + rest)
}
