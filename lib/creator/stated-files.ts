import type { Project } from '#lib/contract/project.ts'
import {
  type JudgedFile,
  judgePackages,
  NO_PLATFORM,
  productOf,
  RELEASE_FILES_MAX,
  type StatedFile,
  type StatedPlatform,
  statedPlatform,
} from '#lib/contract/file/package-systems.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import type { GithubCheck } from '#lib/contract/publish.ts'
import type { UploadedFile } from './form-file.ts'

/*
 * For which platform the files of a plugin are, as the form holds it: a text for each, such as `darwin:FooMac.flexplugin`, so that an
 * input of that name posts it. `:FooMac.flexplugin` leaves it to the name of the file.
 */

/** What an author can choose for a file. */
export const STATED_PLATFORMS: readonly StatedPlatform[] = [...PACKAGE_PLATFORMS, NO_PLATFORM]

export const toStatedText = (file: string, platform: StatedPlatform | '') => `${platform}:${file}`

function parseStated(text: string): { file: string; platform: StatedPlatform | null } {
  const end = text.indexOf(':')
  const platform = STATED_PLATFORMS.find((known) => known === text.slice(0, end)) ?? null
  return { file: text.slice(end + 1), platform }
}

export const byFile = (a: StatedFile, b: StatedFile) => (a.file < b.file ? -1 : 1)

/** The statements among the texts. */
export const toStated = (texts: readonly string[]): StatedFile[] =>
  texts
    .map(parseStated)
    .flatMap(({ file, platform }) => (platform === null ? [] : [{ file, platform }]))

/** Whether a statement is about a file of this name, in any version. */
const isAbout = (name: string, { file }: StatedFile) =>
  statedPlatform(name, [{ file, platform: NO_PLATFORM }]) !== undefined

/** The packages of the release of a project, and what its author has stated of them and of others. */
export function statedTexts({ package_systems: stated, release }: Project): string[] {
  const said = stated ?? []
  const names = (release?.files ?? []).map(({ name }) => name)
  const others = said.filter((one) => !names.some((name) => isAbout(name, one)))
  return [
    ...names.map((name) => toStatedText(name, statedPlatform(name, said) ?? '')),
    ...others.map(({ file, platform }) => toStatedText(file, platform)),
  ]
}

/** Values of the form. */
type Listed = {
  package_systems: string[]
  packages: UploadedFile[]
  facts: GithubCheck | null
  repository_url: string
}

/**
 * The files of a form: uploaded packages, and those of the release that was read, else of the project; then others of earlier statements.
 * Each with what it is for by its name alone, and what is stated of it.
 */
export function listStated(values: Listed): (JudgedFile & { stated: StatedPlatform | '' })[] {
  const kept = values.package_systems.map((text) => parseStated(text).file)
  const stated = toStated(values.package_systems)
  const released = values.facts?.release?.files?.map(({ name }) => name) ?? kept
  const names = [...values.packages.map(({ name }) => name), ...released]
  const judged = judgePackages(names, { product: productOf(values.repository_url) })
  const uploaded = new Map(values.packages.map(({ name, platform }) => [name, platform]))
  const shown = judged.map(({ name, platform }) => ({
    name,
    // What it contains says more than its name.
    platform: (platform === 'universal' ? uploaded.get(name) : null) ?? platform,
    stated: statedPlatform(name, stated) ?? ('' as const),
  }))
  const others = stated
    .filter((one) => !shown.some(({ name }) => isAbout(name, one)))
    .map(({ file, platform }) => ({ name: file, platform: null, stated: platform }))
  return [...shown, ...others].slice(0, RELEASE_FILES_MAX)
}
