import type { OperatingSystem } from '#lib/contract/kind.ts'
import { systemOf } from '#lib/contract/file/plugin-package.ts'
import { repositoryUrlSchema, type Project, type PluginPackage } from '#lib/contract/project.ts'

export type SourceFile = {
  /** Path of this site for an uploaded file; absolute GitHub address for a plugin. */
  href: string
  name: string
  from: 'upload' | 'release' | 'archive'
  /** In bytes; `null` if this site does not have it. */
  size: number | null
}
/** A file to install, and the operating system that it is for. */
export type Offer = SourceFile & { system: OperatingSystem }

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
  if (file) return { href: file.url, name: file.name, from: 'upload', size: file.size }
  const repository = parseRepository(project.repository_url)
  if (!repository || !release || release.tag.split('/').some(isDots)) return null
  const base = `https://github.com/${repository.owner}/${repository.name}`
  if (release.file_name) {
    if (isDots(release.file_name)) return null
    const tag = encodeURIComponent(release.tag)
    const href = `${base}/releases/download/${tag}/${encodeURIComponent(release.file_name)}`
    return { href, name: release.file_name, from: 'release', size: null }
  }
  const tag = release.tag.split('/').map(encodeURIComponent).join('/')
  const name = `${repository.name}-${release.tag.replaceAll('/', '-')}.zip`
  return { href: `${base}/archive/refs/tags/${tag}.zip`, name, from: 'archive', size: null }
}

/**
 * The files that a page offers, one for each operating system: that for most of its processors. A package that this site keeps comes
 * before the release of the repository.
 */
export function offersOf(
  project: Pick<Project, 'file' | 'repository_url' | 'release' | 'packages' | 'packages_removed'>,
): Offer[] {
  const packages = project.packages ?? []
  // Its version was that of a package: the release may be another one.
  if (project.packages_removed) return []
  if (packages.length === 0) {
    const source = sourceFile(project)
    return source ? [{ ...source, system: 'all' }] : []
  }
  const offers = packages.map(toOffer)
  return offers.filter(({ system }, at) => offers.findIndex((one) => one.system === system) === at)
}

function toOffer({ platform, file: { url, name, size } }: PluginPackage): Offer {
  return { href: url, name, size, from: 'upload', system: systemOf(platform).system }
}

/** Page of the release of a plugin at GitHub, or of its repository; `null` for a repository that is none, or another one now. */
export function repositoryPage({
  repository_url: url,
  release,
}: Pick<Project, 'repository_url' | 'release'>): { href: string; isRelease: boolean } | null {
  const repository = parseRepository(url)
  if (!repository) return null
  const href = `https://github.com/${repository.owner}/${repository.name}`
  if (!release || release.tag.split('/').some(isDots)) return { href, isRelease: false }
  const tag = encodeURIComponent(release.tag)
  return { href: `${href}/releases/tag/${tag}`, isRelease: true }
}

/** Owner and name of a GitHub repository address, or `null` for any other address. */
export function parseRepository(url: string | null | undefined) {
  const parsed = repositoryUrlSchema.safeParse(url)
  if (!parsed.success) return null
  const [owner = '', name = ''] = new URL(parsed.data).pathname.slice(1).split('/')
  const bare = name.replace(/\.git$/, '')
  return isDots(owner) || isDots(bare) ? null : { owner, name: bare }
}
