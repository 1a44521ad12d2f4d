import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type AuditEntry,
  type AuthorEntry,
  heldListSchema,
  hiddenListSchema,
  type NamesList,
  namesListSchema,
  operatorFilesSchema,
  type TitleEntry,
  trashedFilesSchema,
} from '#lib/contract/operator.ts'
import { callOperator, fetchFile, type OperatedSite } from './operator-client.ts'

/* What the operator's commands list. */

/** Second lines of an entry stand below its project. */
export const INDENT = ' '.repeat(18)

export async function showHidden(site: OperatedSite): Promise<void> {
  const { items } = hiddenListSchema.parse(await callOperator(site, 'hidden'))
  if (items.length === 0) console.log('Nothing is hidden.')
  for (const { answers, kept_until: until, ...entry } of items) {
    showEntry(entry)
    if (until)
      console.log(`${INDENT}deleted by its author; its files are kept until ${timeOf(until)}`)
    showAnswers(answers)
  }
}

export async function showHeld(site: OperatedSite): Promise<void> {
  const { items } = heldListSchema.parse(await callOperator(site, 'held'))
  if (items.length === 0) console.log('Nothing is held.')
  for (const { answers, version, held_for: of, ...entry } of items) {
    console.log(`${timeOf(entry.at)}  ${line(entry)}`)
    const [by = '', kind = '', id = ''] = of.split(' ')
    console.log(
      `${INDENT}${id === '' ? 'the first project of its author' : `${SAME[by] ?? by} as the hidden ${kind} ${id}`}`,
    )
    if (version !== null) console.log(`${INDENT}only this version: --version ${version}`)
    showAnswers(answers)
  }
}

const SAME: Record<string, string> = {
  file: 'the same file',
  plugin: 'the same plugin id',
  title: 'the same title and author',
}

const PROBLEMS: Record<NamesList['titles'][number]['problem'], string> = {
  blank: 'has no character that prints',
  direction: 'changes the direction of text',
  marks: 'has too many combining marks',
  control: 'has a control character',
}

/** Names of several authors that look the same, and names from before a rule. */
export async function showNames(site: OperatedSite): Promise<void> {
  const names = namesListSchema.parse(await callOperator(site, 'names'))
  const { titles, authors, same_titles: sameTitles, same_authors: sameAuthors } = names
  if (Object.values(names).every((list) => list.length === 0)) console.log('Nothing.')
  for (const group of sameTitles) {
    console.log('The same title:')
    for (const one of group) console.log(`  ${line(one)}${details(one, one.title)}`)
  }
  for (const group of sameAuthors) {
    console.log('The same name of authors:')
    for (const one of group) console.log(`  ${authorLine(one)}${details(one, one.display_name)}`)
  }
  for (const one of titles) {
    console.log(`${line(one)}\n${INDENT}${PROBLEMS[one.problem]}${details(one, one.title)}`)
  }
  for (const one of authors) {
    const points = details(one, one.display_name ?? one.name)
    console.log(`${authorLine(one)}\n${INDENT}${PROBLEMS[one.problem]}${points}`)
  }
}

const authorLine = ({ name, display_name: shown }: AuthorEntry) =>
  shown === null ? printable(name) : `${printable(shown)}  (${printable(name)})`

/** Code points that are named of a name at most. */
const POINTS_MAX = 8

/** Whether the author is verified, and the characters of the name that a keyboard does not have: what looks the same may differ in them. */
function details(
  { is_verified: isVerified }: AuthorEntry | TitleEntry,
  name: string | null,
): string {
  const points = [...new Set((name ?? '').match(/[^ -~]/gu))]
    .slice(0, POINTS_MAX)
    .map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
  const parts = [...(isVerified ? ['verified'] : []), ...points]
  return parts.length === 0 ? '' : `  ${parts.join(' ')}`
}

/** Lists the files of a project. @param folder where to save them. */
export async function showFiles(
  site: OperatedSite,
  { kind, id }: { kind: string; id: string },
  folder: string | undefined,
): Promise<void> {
  const query = new URLSearchParams({ kind, id })
  const { items } = operatorFilesSchema.parse(await callOperator(site, `files?${query}`))
  if (folder !== undefined) await mkdir(folder, { recursive: true })
  for (const { file_id: fileId = '', name, size, sha256 } of items) {
    console.log(`${sha256}  ${size}  ${printable(name)}`)
    if (folder === undefined) continue
    // The names are user input: the id makes them unique, and nothing leads out of the folder.
    const file = path.join(folder, `${fileId}-${name.replaceAll(/[^\w.-]+/g, '_')}`)
    await pipeline(await fetchFile(site, fileId), createWriteStream(file, { flags: 'wx' }))
  }
}

/** Files of discarded versions. */
export async function showDiscarded(site: OperatedSite): Promise<void> {
  const { items } = trashedFilesSchema.parse(await callOperator(site, 'discarded'))
  if (items.length === 0) console.log('There are none.')
  for (const { key, name, sha256, trashed_at: at, project, version } of items) {
    const place = project === null ? 'project deleted' : `${project} ${version ?? ''}`
    console.log(`${timeOf(at)}  ${place}  ${printable(name)}`)
    console.log(`${INDENT}${sha256}  key ${key}`)
  }
}

function showEntry(entry: AuditEntry): void {
  console.log(`${timeOf(entry.at)}  ${entry.action.padEnd(10)}  ${line(entry)}`)
  const by = entry.by === '' ? 'automatically' : `by ${entry.by}`
  console.log(`${INDENT}${by}: ${printable(entry.reason)}`)
}

function showAnswers(answers: { at: string; text: string }[]): void {
  for (const { at, text } of answers) {
    console.log(`${INDENT}answer of ${timeOf(at)}: ${printable(text)}`)
  }
}

export const timeOf = (at: string) => at.slice(0, 16).replace('T', ' ')

export const line = ({
  kind,
  id,
  title,
  author,
}: Pick<AuditEntry, 'kind' | 'id' | 'title' | 'author'>): string =>
  `${kind} ${id}  ${printable(title)}  (${printable(author) || 'account deleted'})`

/** Removes control characters: titles are user input and could control the terminal. */
export const printable = (text: string) => text.replaceAll(/\p{C}+/gu, ' ')
