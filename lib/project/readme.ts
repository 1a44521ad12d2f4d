import { langOf } from '#lib/contract/language.ts'
import { LOCALES, SITE_LANGUAGES } from '#lib/contract/locale.ts'
import type { ShownProject } from '#lib/contract/project.ts'
import { folderOf, type Readme } from '#lib/contract/file/readme.ts'
import { plainText } from '#lib/text/plain.ts'
import { type MarkdownSource, resolvePicture } from '#lib/text/readme-source.ts'

/** The README that a page in a language shows. */
export type ShownReadme = {
  text: string
  lang: string
  source: MarkdownSource
  /** The file at GitHub, as of its commit. */
  href: string
  path: string
  commit: string
  isCut: boolean
}

/** The text in the language of the page, else the one for other languages; `null` without a README. */
export function readmeIn(
  { readme, repository_url: repository }: Pick<ShownProject, 'readme' | 'repository_url'>,
  locale: string,
): ShownReadme | null {
  if (!readme || !repository) return null
  const wanted = SITE_LANGUAGES[LOCALES.findIndex((known) => known === locale)]
  const found = readme.texts.find(({ language }) => language === wanted) ?? readme.texts[0]
  if (!found) return null
  const { commit } = readme
  const { path, text, is_cut: isCut } = found
  const file = path.split('/').map(encodeURIComponent).join('/')
  return {
    text,
    lang: langOf(found),
    source: {
      repository,
      commit,
      folder: folderOf(path),
      pictures: picturesOf(readme, repository),
    },
    href: `${repository}/blob/${commit}/${file}`,
    path,
    commit,
    isCut,
  }
}

function picturesOf({ commit, pictures }: Readme, repository: string): MarkdownSource['pictures'] {
  const root = { repository, commit, folder: '' }
  return Object.fromEntries(
    pictures.flatMap(({ path, url, width, height }) => {
      const address = resolvePicture(root, path)
      return address === null ? [] : [[address, { url, width, height }]]
    }),
  )
}

const TITLE = /^\s*(?:#[^\n]*\n|[^\n]+\n=+[ \t]*\n)/
/** Letters of a description that is more than the opening of a README. */
const LONG = 1000
/** Smallest part of a description that is in the README, and of the README that the description has, where it repeats it. */
const SAME = 0.8
const WHOLE = 0.7

/** Whether a description is the text of the README, or most of it: it would be shown twice. */
export function isRepeated(description: string, readme: string): boolean {
  const all = lettersOf(readme.replace(TITLE, ''))
  const blocks = description.split(/\n\s*\n/).map(lettersOf)
  const length = blocks.join('').length
  if (length === 0 || (length <= LONG && length < WHOLE * all.length)) return false
  const same = blocks.filter((block) => all.includes(block)).join('').length
  return same >= SAME * length
}

/** What is left of a text when its markup changes. */
const lettersOf = (markdown: string): string =>
  plainText(markdown)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
