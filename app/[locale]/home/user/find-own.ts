import { notFound, redirect } from 'next/navigation'
import { call } from '#lib/api/call.ts'
import { ifAvailable, ifFound } from '#lib/api/if-available.ts'
import { type Principal, requireAccount } from '#lib/auth/current.ts'
import type { HiddenProjectPage } from '#lib/contract/hidden.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages, type Path } from '#lib/paths.ts'

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
}: Wanted): Promise<Principal & { project: Project }> {
  const principal = await requireAccount(locale, localePath(locale, path))
  const project = id === undefined ? null : await ifFound(call('project', { kind, id }))
  if (project?.author.uid === principal.account.uid) return { ...principal, project }
  if (project === null && id !== undefined && (await findHidden({ kind, id }, principal.token))) {
    redirect(localePath(locale, pages.hiddenProject({ kind, id })))
  }
  notFound()
}

/** One's own hidden project; `null` for any other. */
export const findHidden = (
  project: { kind: Kind; id: string },
  token: string,
): Promise<HiddenProjectPage | null> => ifAvailable(call('hiddenProject', project, { token }))

/** The versions of a project; none if the backend leaves out the list. */
export const findVersions = async (kind: Kind, id: string): Promise<Version[]> =>
  (await ifAvailable(call('versions', { kind, id })))?.items ?? []
