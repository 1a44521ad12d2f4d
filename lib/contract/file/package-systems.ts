import {
  PACKAGE_ENDING,
  type PackagePlatform,
  platformOfName,
  toPlatform,
} from './plugin-package.ts'

/* Without schemas, since browsers load it. */

/** Packages of a release that are listed; a release may have a thousand files. */
export const RELEASE_FILES_MAX = 40
/** Longest name of such a file. */
export const RELEASE_NAME_MAX = 300
/** What an author states of a file that is offered to no system. */
export const NO_PLATFORM = 'none'
export type StatedPlatform = PackagePlatform | typeof NO_PLATFORM
/** What the author of a plugin states of a file of its release. */
export type StatedFile = { file: string; platform: StatedPlatform }
/** A package of a release; `null`: undecided. */
export type JudgedFile = { name: string; platform: StatedPlatform | null }

type Os = 'win32' | 'darwin' | 'linux'

const SYSTEM =
  '(win(?:32|64|7|10|11|dows)?|mac(?:os|osx|intosh)?|osx|darwin|apple|linux|ubuntu|debian|fedora)'
const PROCESSOR =
  'x64|amd64|64bit|arm64|aarch64|arm|silicon|intel|ia32|x86|i[3-6]86|32bit|armv[5-8]\\w?|armhf|riscv64|ppc64le|s390x'
// A number alone is part of a version.
const WORD = new RegExp(`^(?:${SYSTEM}(${PROCESSOR}|64|32)?|(${PROCESSOR})|universal|noarch)$`)
const SYSTEM_OF: Record<string, Os> = {
  w: 'win32',
  m: 'darwin',
  o: 'darwin',
  d: 'darwin',
  a: 'darwin',
}
/** Endings of files of one system, within the name of a package. */
const ENDING_OF: Record<string, Os> = {
  exe: 'win32',
  msi: 'win32',
  dmg: 'darwin',
  pkg: 'darwin',
  app: 'darwin',
  appimage: 'linux',
  deb: 'linux',
  rpm: 'linux',
}
const PROCESSOR_OF: Record<string, string> = {
  x64: 'x64',
  amd64: 'x64',
  '64bit': 'x64',
  '64': 'x64',
  intel: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
  silicon: 'arm64',
  ia32: 'ia32',
  x86: 'ia32',
  '32bit': 'ia32',
  '32': 'ia32',
}

/** The words of a name: `FooMacOSX-x86_64` is `foo mac osx x64`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/x86[_-]64/gi, 'x64')
    .replaceAll(/mac[ _-]?os(?:[ _-]?x)?(?![a-z])/gi, ' macos ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

const systemOfWord = (word: string): Os =>
  word === 'debian' ? 'linux' : (SYSTEM_OF[word[0] ?? ''] ?? 'linux')

/** Whether a file is a package of a plugin, by its ending and a name that an address can have. */
const isPackage = (name: string) =>
  /^[^/\\\p{C}]+\.(?:flexplugin|plugin)$/iu.test(name) && name.length <= RELEASE_NAME_MAX

/** Such as `.darwin.arm64.flexplugin` or `-win32-x64.flexplugin`: the whole notation of the maker. */
const NOTED = /(?:\.(?:win32|darwin|linux)(?:[._-]\w+)?|-(?:win32|darwin|linux)-\w+)\.flexplugin$/i

/**
 * The platform that the name of a package states by its words and endings.
 * @param product words that say what it is, not for which system.
 * @returns `undefined` if it states nothing; `null` for several systems, or one that there is no package for.
 */
export function markedPlatform(
  name: string,
  product: ReadonlySet<string> = new Set(),
): PackagePlatform | null | undefined {
  const noted = platformOfName(name)
  if (noted !== null && NOTED.test(name)) return noted
  const worded = platformOfWords(name, product)
  return worded ?? noted ?? worded
}

function platformOfWords(name: string, product: ReadonlySet<string>) {
  const bare = name.replace(/\.\w+$/, '')
  const systems = new Set<Os>()
  const processors = new Set<string>()
  let isUniversal = false
  const ending = ENDING_OF[/\.(\w{3,8})$/.exec(bare)?.[1]?.toLowerCase() ?? '']
  if (ending) systems.add(ending)
  for (const word of wordsOf(bare)) {
    const match = product.has(word) ? null : WORD.exec(word)
    if (!match) continue
    const [, system, processor = match[3]] = match
    if (system !== undefined) systems.add(systemOfWord(system))
    if (system === 'win64') processors.add('x64')
    if (processor !== undefined) processors.add(processor)
    isUniversal ||= system === undefined && processor === undefined
  }
  const [os, ...others] = systems
  if (others.length === 2 || (os === undefined && isUniversal)) return 'universal'
  if (os === undefined && processors.size === 0) return undefined
  if (os === undefined || others.length > 0) return null
  return toPlatform([os, ...architectureOf(os, processors)].join('-'))
}

/** The architecture of a platform's name: none where a name has several. */
function architectureOf(os: Os, processors: ReadonlySet<string>): string[] {
  const known = new Set(
    [...processors].map((one) =>
      one === 'arm' && os !== 'linux'
        ? 'arm64'
        : (PROCESSOR_OF[one] ?? (/^i\d/.test(one) ? 'ia32' : one)),
    ),
  )
  return known.size === 1 ? [...known] : []
}

type More = {
  /** Name of the repository: a word of it that all packages have says what they are. */
  product?: string
  stated?: readonly StatedFile[] | null | undefined
}

/**
 * Which platform each package among the files of a release is for, by their names. A package alone without a mark is for all systems;
 * beside others it is undecided, and so are two for one platform. What the author has stated of a file counts before its name, and of a
 * file whose name differs in its version only.
 */
export function judgePackages(
  names: readonly string[],
  { product = '', stated }: More,
): JudgedFile[] {
  const all = [...new Set(names)].filter(isPackage)
  const own = all.filter((name) => name.toLowerCase().endsWith(PACKAGE_ENDING))
  const packages = (own.length > 0 ? own : all).slice(0, RELEASE_FILES_MAX)
  const words = packages.map((name) => new Set(wordsOf(name)))
  const shared = new Set(
    wordsOf(product).filter((word) => words.every((others) => others.has(word))),
  )
  const judged = packages.map((name) => {
    const said = statedPlatform(name, stated)
    const marked = said ?? markedPlatform(name, shared)
    const platform = marked === undefined && packages.length === 1 ? 'universal' : (marked ?? null)
    return { name, platform, isStated: said !== undefined }
  })
  return judged.map(({ name, platform, isStated }) => {
    const isTwice = judged.some(
      (other) => other.name !== name && other.platform === platform && platform !== NO_PLATFORM,
    )
    return { name, platform: isTwice && !isStated ? null : platform }
  })
}

/** What the author has stated of a file; `undefined` without anything. */
export function statedPlatform(
  name: string,
  stated: readonly StatedFile[] | null | undefined,
): StatedPlatform | undefined {
  const found =
    stated?.find(({ file }) => file === name) ??
    stated?.find(({ file }) => withoutVersion(file) === withoutVersion(name))
  return found?.platform
}

/** A name without the numbers of a version, which is what the same file of the next release has. */
const withoutVersion = (name: string) => name.toLowerCase().replaceAll(/\d+(?:\.\d+)+/g, '*')

/** The name of a repository, whose words say what its packages are. */
export const productOf = (repositoryUrl: string | null | undefined): string =>
  repositoryUrl?.split('/')[4] ?? ''

type Released<T> = {
  release?: T | null | undefined
  repository_url?: string | null | undefined
  package_systems?: readonly StatedFile[] | null | undefined
}
type Stored = { platform: PackagePlatform; file: { name: string } }

/**
 * The release of a project with what each of its packages is for: what the site keeps was read from the package itself. Unchanged where
 * its packages have not been listed yet.
 */
export function withSystems<T extends { files?: JudgedFile[] | undefined }>(
  { release, repository_url: url, package_systems: stated = null }: Released<T>,
  packages: readonly Stored[] | null,
): T | null {
  if (!release?.files) return release ?? null
  const names = release.files.map(({ name }) => name)
  const judged = judgePackages(names, { product: productOf(url), stated })
  const kept = new Map(packages?.map(({ platform, file }) => [file.name, platform]))
  const files = judged.map(({ name, platform }) => ({
    name,
    platform: kept.get(name) ?? platform,
  }))
  return { ...release, files }
}
