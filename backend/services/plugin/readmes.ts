import { z } from 'zod'
import { LANGUAGES, LOCALES, type SiteLanguage } from '#lib/contract/locale.ts'
import { commitSchema } from '#lib/contract/file/readme.ts'
import { DomainError } from '#backend/errors.ts'
import { decodeUnicode } from '#backend/text/decode.ts'
import { fetchText, type GitHubClient, parseResponse } from './github.ts'
import type { GitHubRepository } from './repository.ts'
import { folderSchema } from './sources.ts'

const FOLDER = '.marketplace'
/** https://docs.github.com/en/rest/repos/contents#get-a-repository-readme */
const readmeFileSchema = z.object({
  path: z.string().min(1),
  /** `none` for a file of more than a megabyte. */
  encoding: z.string(),
  content: z.string().default(''),
})
/** Other READMEs are written in other languages than Markdown. */
const MARKDOWN = /(?:\.(?:md|markdown|mdown|mkdn?|txt)|(?:^|\/)[^./]+)$/i

/** Languages of the site by what stands in `README.{lang}.md`, in lower case; the first name of each is the usual one. */
const LANGUAGE_OF: Readonly<Record<string, SiteLanguage>> = Object.fromEntries(
  LOCALES.map((locale) => LANGUAGES[locale]).flatMap(({ lang, written }) => {
    const [short = lang] = lang.split('-')
    return [short, lang, written].map((name): [string, SiteLanguage] => [
      name.toLowerCase(),
      written,
    ])
  }),
)

/** A README as it stands in a repository. */
export type ReadmeFile = {
  /** As its name says; `null` for the README of the repository. */
  language: SiteLanguage | null
  path: string
  text: string
}
/** The READMEs of a repository at a commit; the first one is for languages without one of their own. */
export type Readmes = { commit: string; files: ReadmeFile[] }

/**
 * The READMEs of a plugin at the commit of its release, else of its default branch: `.marketplace/README.{lang}.md`, which are written for
 * its page, and the README of the repository. `.marketplace/README.md` without a language is a note to authors in the maker's template,
 * and never shown. One that is too large counts as missing.
 * @param tag of the release.
 * @returns `null` if the repository has no commit.
 */
export async function readReadmes(
  client: GitHubClient,
  repository: GitHubRepository,
  tag: string | null,
): Promise<Readmes | null> {
  const commit = await findCommit(client, repository, tag)
  if (commit === null) return null
  const [names, own] = await Promise.all([
    listMarketplace(client, repository, commit),
    readOwn(client, repository, commit),
  ])
  const wanted = new Map<SiteLanguage, string>()
  for (const name of names) {
    const language =
      LANGUAGE_OF[/^readme\.([a-z-]{2,10})\.md$/i.exec(name)?.[1]?.toLowerCase() ?? '']
    if (language && !wanted.has(language)) wanted.set(language, `${FOLDER}/${name}`)
  }
  const translated = await Promise.all(
    [...wanted].map(async ([language, path]) => ({
      language,
      path,
      text: (await unlessTooLarge(readFile(client, repository, { path, commit }))) ?? '',
    })),
  )
  const written = translated.filter(({ text }) => text.trim() !== '')
  const english = written.filter(({ language }) => language === 'en')
  const others = written.filter(({ language }) => language !== 'en')
  return { commit, files: [...english, ...(own ? [own] : []), ...others] }
}

/** The text that proposes the description of the form: the one written for the page in English, else the first of them, else the README. */
export const proposingReadme = ({ files }: Readmes): ReadmeFile | undefined =>
  files.find(({ language }) => language === 'en') ??
  files.find(({ language }) => language !== null) ??
  files[0]

/** https://docs.github.com/en/rest/commits/commits#get-a-commit, of which only the hash is asked for */
async function findCommit(
  client: GitHubClient,
  repository: GitHubRepository,
  tag: string | null,
): Promise<string | null> {
  const refs = [...(tag === null ? [] : [`tags/${tag}`]), `heads/${repository.branch}`]
  for (const ref of refs) {
    const text = await fetchText(client, repository, `/commits/${encodePath(ref)}`, 'sha')
    const commit = commitSchema.safeParse(text?.trim())
    if (commit.success) return commit.data
  }
  return null
}

async function listMarketplace(client: GitHubClient, repository: GitHubRepository, commit: string) {
  const path = `/contents/${FOLDER}?ref=${commit}`
  const text = await unlessTooLarge(fetchText(client, repository, path))
  // A file of that name is no list.
  const { data: entries = [] } = folderSchema.safeParse(
    text === null ? [] : parseResponse(text, z.unknown()),
  )
  return entries.flatMap(({ name, type }) => (type === 'file' ? [name] : []))
}

async function readOwn(
  client: GitHubClient,
  repository: GitHubRepository,
  commit: string,
): Promise<ReadmeFile | null> {
  const json = await unlessTooLarge(fetchText(client, repository, `/readme?ref=${commit}`))
  if (json === null) return null
  const { path, encoding, content } = parseResponse(json, readmeFileSchema)
  if (encoding !== 'base64' || !MARKDOWN.test(path)) return null
  const text = decodeUnicode(Buffer.from(content, 'base64'))?.text ?? ''
  return text.trim() === '' ? null : { language: null, path, text }
}

const readFile = (
  client: GitHubClient,
  repository: GitHubRepository,
  { path, commit }: { path: string; commit: string },
) => fetchText(client, repository, `/contents/${encodePath(path)}?ref=${commit}`, 'raw')

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

async function unlessTooLarge(text: Promise<string | null>): Promise<string | null> {
  try {
    return await text
  } catch (error) {
    if (error instanceof DomainError && error.code === 'github_too_large') return null
    throw error
  }
}
