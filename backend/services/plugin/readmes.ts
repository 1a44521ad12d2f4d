import { LANGUAGES, LOCALES, type SiteLanguage } from '#lib/contract/locale.ts'
import { DomainError } from '#backend/errors.ts'
import { fetchText, type GitHubClient, parseResponse } from './github.ts'
import type { Repository } from './repository.ts'
import { fetchFile, type Folder, folderSchema, refQuery } from './sources.ts'

const FOLDER = '.marketplace'

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

export type Readmes = {
  /** The text in the form; empty without one. */
  readme: string
  /** Texts in languages of the site, at most one of each. */
  translated: { language: SiteLanguage; text: string }[]
}

/**
 * The texts for the page of a plugin: the English or first of `.marketplace/README.{lang}.md`, else the README of the repository; and those
 * texts in the languages of the site. `.marketplace/README.md` without a language is a note to authors in the maker's template, and never
 * shown. They only propose a description: one that is too large counts as missing.
 */
export async function readReadmes(
  client: GitHubClient,
  repository: Repository,
  root: Folder,
): Promise<Readmes> {
  const names = await listMarketplace(client, repository, root)
  const wanted = new Map<SiteLanguage, string>()
  for (const name of names) {
    const language =
      LANGUAGE_OF[/^readme\.([a-z-]{2,10})\.md$/i.exec(name)?.[1]?.toLowerCase() ?? '']
    if (language && !wanted.has(language)) wanted.set(language, name)
  }
  const translated = await Promise.all(
    [...wanted].map(async ([language, name]) => ({
      language,
      text: (await readFile(client, repository, name)) ?? '',
    })),
  )
  const proposed = translated.find(({ language }) => language === 'en') ?? translated[0]
  const readme = proposed?.text ?? (await unlessTooLarge(readRepositoryReadme(client, repository)))
  return { readme: readme ?? '', translated }
}

async function listMarketplace(client: GitHubClient, repository: Repository, root: Folder) {
  if (!root.some(({ name, type }) => type === 'dir' && name === FOLDER)) return []
  const path = `/contents/${FOLDER}${refQuery(repository)}`
  const text = await unlessTooLarge(fetchText(client, repository, path))
  const entries = text === null ? [] : parseResponse(text, folderSchema)
  return entries.flatMap(({ name, type }) => (type === 'file' ? [name] : []))
}

const readFile = (client: GitHubClient, repository: Repository, name: string) =>
  unlessTooLarge(fetchFile(client, repository, `${FOLDER}/${encodeURIComponent(name)}`))
const readRepositoryReadme = (client: GitHubClient, repository: Repository) =>
  fetchText(client, repository, `/readme${refQuery(repository)}`, { isRaw: true })

async function unlessTooLarge(text: Promise<string | null>): Promise<string | null> {
  try {
    return await text
  } catch (error) {
    if (error instanceof DomainError && error.code === 'github_too_large') return null
    throw error
  }
}
