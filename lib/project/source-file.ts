import { repositoryUrlSchema, type Project } from '#lib/contract/project.ts'

export type SourceFile = {
  /** Path of this site for an uploaded file; absolute GitHub address for a plugin. */
  href: string
  name: string
  from: 'upload' | 'release' | 'archive'
}

/** The ending of a file name with its dot, as `.iconpack`; the whole name if it has none. */
export const endingOf = (name: string): string => /\.[A-Za-z0-9]{1,20}$/.exec(name)?.[0] ?? name

const isDots = (segment: string) => segment === '' || segment === '.' || segment === '..'

/**
 * Target of "download source file": the uploaded file; for a plugin the release's file, else the
 * archive of its tag. `null` if there is nothing to download, or if owner, repository, tag or file
 * name would lead outside of the repository.
 */
export function sourceFile(
  project: Pick<Project, 'file' | 'repository_url' | 'release'>,
): SourceFile | null {
  const { file, release } = project
  if (file) return { href: file.url, name: file.name, from: 'upload' }
  const repository = parseRepository(project.repository_url)
  if (!repository || !release || release.tag.split('/').some(isDots)) return null
  const base = `https://github.com/${repository.owner}/${repository.name}`
  if (release.file_name) {
    if (isDots(release.file_name)) return null
    const tag = encodeURIComponent(release.tag)
    const href = `${base}/releases/download/${tag}/${encodeURIComponent(release.file_name)}`
    return { href, name: release.file_name, from: 'release' }
  }
  const tag = release.tag.split('/').map(encodeURIComponent).join('/')
  const name = `${repository.name}-${release.tag.replaceAll('/', '-')}.zip`
  return { href: `${base}/archive/refs/tags/${tag}.zip`, name, from: 'archive' }
}

/** Owner and name of a GitHub repository address, or `null` for any other address. */
export function parseRepository(url: string | null | undefined) {
  const parsed = repositoryUrlSchema.safeParse(url)
  if (!parsed.success) return null
  const [owner = '', name = ''] = new URL(parsed.data).pathname.slice(1).split('/')
  const bare = name.replace(/\.git$/, '')
  return isDots(owner) || isDots(bare) ? null : { owner, name: bare }
}
