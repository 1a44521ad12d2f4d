import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { call } from '#lib/api/call.ts'
import { ifAvailable, ifFound } from '#lib/api/if-available.ts'
import { type SignedInAccount, requireAccount } from '#lib/sign-in/current.ts'
import type { HiddenProjectPage } from '#lib/contract/hidden.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { readAllPages } from '#lib/contract/account/own-page.ts'
import { type Project, projectParamsSchema } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths, type Path } from '#lib/paths.ts'

type Translate = Awaited<ReturnType<typeof getTranslations<never>>>

/** Metadata of a page of the user area, which is not indexed. */
export const privateTitle = (titleOf: (t: Translate) => string) =>
  async function generateMetadata(): Promise<Metadata> {
    return { title: titleOf(await getTranslations()), robots: { index: false } }
  }

/** The project that an address names; 404 if it is none of a project. */
export const projectOf = (segments: Record<'kind' | 'id', string>) =>
  projectParamsSchema.safeParse(segments).data ?? notFound()

type Wanted = { locale: string; kind: Kind; id: string | undefined; path: Path }

/**
 * One's own project, never from a cache, and the account. 404 unless the visitor is its author; a hidden one has a page of its own.
 * @param path page to return to after signing in, without a language.
 */
export async function requireOwnProject({
  locale,
  kind,
  id,
  path,
}: Wanted): Promise<SignedInAccount & { project: Project }> {
  const principal = await requireAccount(locale, localePath(locale, path))
  const project = id === undefined ? null : await ifFound(call('project', { kind, id }))
  if (project?.author.uid === principal.account.uid) return { ...principal, project }
  if (project === null && id !== undefined && (await findHidden({ kind, id }, principal.token))) {
    redirect(localePath(locale, paths.hiddenProject({ kind, id })))
  }
  notFound()
}

/** One's own hidden project; `null` for any other. */
export const findHidden = (
  project: { kind: Kind; id: string },
  token: string,
): Promise<HiddenProjectPage | null> => ifAvailable(call('hiddenProject', project, { token }))

/** The versions of a project; none if the backend leaves out the list. */
export const findVersions = (kind: Kind, id: string): Promise<Version[]> =>
  readAllPages((page) => ifAvailable(call('versions', { kind, id, page })))

type ProjectRef = { kind: Kind; id: string }

/** The project that a query names, or none, with the account; paths of the page and of the one that leads to it. */
export async function findNamed(
  locale: string,
  query: Record<string, unknown>,
  pageOf: (project?: ProjectRef) => Path,
) {
  const named = projectParamsSchema.safeParse(query).data
  const path = pageOf(named)
  const found = named
    ? await requireOwnProject({ locale, ...named, path })
    : { ...(await requireAccount(locale, localePath(locale, path))), project: null }
  const { project, account } = found
  const back = project
    ? paths.settings(project)
    : (`${paths.account(account.username)}#tokens` as const)
  return { ...found, address: localePath(locale, path), back: localePath(locale, back) }
}
