import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The text of a file after a change; `null` before: the file is new. @throws Error if a text that it depends on is gone. */
export type Edit = (before: string | null, readOther: (file: string) => string) => string

/** Writes a file that is not there yet. */
export const create =
  (text: string): Edit =>
  (before) => {
    if (before !== null) throw new Error('the file exists')
    return text
  }

type Change = readonly [at: string, add: string]
/** Adds texts behind others, each of which has to be in the file. */
export const insert =
  (...changes: Change[]): Edit =>
  (before) =>
    changes.reduce((text, [at, add]) => {
      const [head, ...rest] = text.split(at)
      if (head === undefined || rest.length === 0) throw new Error(`“${at}” is not in the file`)
      return `${head}${at}${add}${rest.join(at)}`
    }, before ?? '')

/** Adds a message to each language, or sets it; `key` has dots. */
export const setMessages =
  (messages: Readonly<Record<string, unknown>>): Edit =>
  (before) => {
    const tree: unknown = JSON.parse(before ?? '{}')
    for (const [key, message] of Object.entries(messages)) setAt(tree, key.split('.'), message)
    return `${JSON.stringify(tree, null, 2)}\n`
  }

function setAt(tree: unknown, [name = '', ...rest]: string[], value: unknown): void {
  if (!isTree(tree)) throw new Error(`“${name}” is not in the messages`)
  if (rest.length === 0) tree[name] = value
  else setAt(tree[name], rest, value)
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Messages of all languages count as one file. */
const MESSAGES = 'messages/'
const isMessages = (file: string) => file.startsWith(MESSAGES)
/** The files of a change as they count. */
export const countedFiles = (edits: Readonly<Record<string, Edit>>): string[] => [
  ...new Set(Object.keys(edits).map((file) => (isMessages(file) ? MESSAGES : file))),
]

const LANGUAGES = 'messages/*.json'
const filesOf = (folder: string, file: string) =>
  file === LANGUAGES
    ? readdirSync(path.join(folder, MESSAGES))
        .filter((name) => name !== 'glossary.json')
        .map((name) => `${MESSAGES}${name}`)
    : [file]

/** Applies the edits in a copy, but for those of one counted file. @returns the files before: `restore` brings them back. */
export function applyEdits(
  folder: string,
  edits: Readonly<Record<string, Edit>>,
  left?: string,
): Map<string, string | null> {
  const before = new Map<string, string | null>()
  const readOther = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  for (const [pattern, edit] of Object.entries(edits)) {
    if (left !== undefined && (isMessages(pattern) ? MESSAGES : pattern) === left) continue
    for (const file of filesOf(folder, pattern)) {
      const full = path.join(folder, file)
      const text = existsSync(full) ? readFileSync(full, 'utf8') : null
      before.set(file, text)
      mkdirSync(path.dirname(full), { recursive: true })
      try {
        writeFileSync(full, edit(text, readOther))
      } catch (cause) {
        throw new Error(`${file}: ${cause instanceof Error ? cause.message : ''}`, { cause })
      }
    }
  }
  return before
}

/** Takes edits back. */
export function restore(folder: string, before: ReadonlyMap<string, string | null>): void {
  for (const [file, text] of before) {
    if (text === null) rmSync(path.join(folder, file))
    else writeFileSync(path.join(folder, file), text)
  }
}
