import type { OperatingSystem } from '#lib/contract/kind.ts'
import {
  judgePackages,
  NO_PLATFORM,
  productOf,
  type StatedPlatform,
} from '#lib/contract/file/package-systems.ts'
import {
  PACKAGE_PLATFORMS,
  type PackagePlatform,
  systemOf,
} from '#lib/contract/file/plugin-package.ts'
import { repositoryUrlSchema, type Project } from '#lib/contract/project.ts'

export type SourceFile = {
  /** Path of this site for an uploaded file; absolute GitHub address for a plugin. */
  href: string
  name: string
  from: 'upload' | 'release' | 'archive'
  /** In bytes; `null` if this site does not have it. */
  size: number | null
}
/** A package of a release, and what it is for; `null`: undecided. */
export type ListedFile = SourceFile & { platform: StatedPlatform | null }
/** A file to install, and the operating system that it is for. */
export type Offer = SourceFile & { system: OperatingSystem }

/** The ending of a file name with its dot, as `.iconpack`; the whole name if it has none. */
export const endingOf = (name: string): string => /\.[A-Za-z0-9]{1,20}$/.exec(name)?.[0] ?? name

const order = (platform: PackagePlatform) => PACKAGE_PLATFORMS.indexOf(platform)
const isDots = (segment: string) => segment === '' || segment === '.' || segment === '..'

type Released = Pick<Project, 'repository_url' | 'release'>

/** Address of the repository of a release whose tag does not lead out of it. */
function releaseBase({ repository_url: url, release }: Released) {
  const repository = parseRepository(url)
  if (!repository || !release || release.tag.split('/').some(isDots)) return null
  const base = `https://github.com/${repository.owner}/${repository.name}`
  return { base, repository, release }
}

/** A file of the release. */
function releaseFile(project: Released, name: string): SourceFile | null {
  const found = releaseBase(project)
  if (!found || isDots(name)) return null
  const tag = encodeURIComponent(found.release.tag)
  const href = `${found.base}/releases/download/${tag}/${encodeURIComponent(name)}`
  return { href, name, from: 'release', size: null }
}

/** The archive of the source text at the tag of the release: nothing to install. */
export function sourceArchive(project: Released): SourceFile | null {
  const found = releaseBase(project)
  if (!found) return null
  const { base, repository, release } = found
  const tag = release.tag.split('/').map(encodeURIComponent).join('/')
  const name = `${repository.name}-${release.tag.replaceAll('/', '-')}.zip`
  return { href: `${base}/archive/refs/tags/${tag}.zip`, name, from: 'archive', size: null }
}

/**
 * The packages of the release of a plugin, with addresses. Where they have not been listed yet, that of its file name, judged by it.
 */
function releaseFiles(project: Released & Pick<Project, 'package_systems'>): ListedFile[] {
  const { release, repository_url: url, package_systems: stated } = project
  const name = release?.file_name
  const judged =
    release?.files ?? (name ? judgePackages([name], { product: productOf(url), stated }) : [])
  return judged.flatMap(({ name: of, platform }) => {
    const file = releaseFile(project, of)
    return file ? [{ ...file, platform }] : []
  })
}

/** Every package that a page lists: those that the site keeps, else those of the release. */
export const listedFiles = (project: Omit<Offering, 'file' | 'packages_removed'>): ListedFile[] =>
  project.packages?.length
    ? project.packages.map(({ platform, file: { url: href, name, size } }) => ({
        href,
        name,
        size,
        platform,
        from: 'upload' as const,
      }))
    : releaseFiles(project)

type Offering = Pick<
  Project,
  'file' | 'repository_url' | 'release' | 'packages' | 'packages_removed' | 'package_systems'
>

/**
 * The files that a page offers, one for each operating system: that for most of its processors. A package that this site keeps comes
 * before the release of the repository. What is for no system, or undecided, is not among them, nor is the source text of a release.
 */
export function offersOf(project: Offering): Offer[] {
  // Its version was that of a package: the release may be another one.
  if (project.packages_removed) return []
  const { file } = project
  if (file) {
    return [{ href: file.url, name: file.name, from: 'upload', size: file.size, system: 'all' }]
  }
  const offers = listedFiles(project)
    .flatMap(({ platform, ...one }) =>
      platform === null || platform === NO_PLATFORM ? [] : [{ ...one, platform }],
    )
    .toSorted((a, b) => order(a.platform) - order(b.platform))
    .map(({ platform, ...one }) => ({ ...one, system: systemOf(platform).system }))
  return offers.filter(({ system }, at) => offers.findIndex((one) => one.system === system) === at)
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
