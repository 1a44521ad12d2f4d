import { type Installed, installedSchema, UPDATES_MAX } from '#lib/contract/update/update.ts'

/** Longest list that is read, in characters: the most lines with hashes and names of files. */
export const LIST_MAX = UPDATES_MAX * 400

/** What a list names: each once, and the lines that name nothing. */
export type InstalledList = { items: Installed[]; invalid: string[] }

/**
 * Reads what is installed, a line each: a SHA-256, alone or before the name of a file as `sha256sum` writes it, or the id of a project or
 * of a plugin, and its version.
 */
export function parseInstalled(text: string): InstalledList {
  const items = new Map<string, Installed>()
  const invalid: string[] = []
  for (const line of text.split(/[\n\r]+/)) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    const item = installedSchema.safeParse(toItem(trimmed)).data
    if (item) items.set(labelOf(item), item)
    else invalid.push(trimmed)
  }
  return { items: [...items.values()], invalid }
}

function toItem(line: string): unknown {
  const [first = '', second, ...rest] = line.replace(/^\\/, '').split(/\s+/)
  if (/^[0-9a-f]{64}$/i.test(first)) return { sha256: first.toLowerCase() }
  if (second === undefined || rest.length > 0) return null
  const version = second.replace(/^v/, '')
  return first.includes('.') ? { plugin: first, version } : { id: first, version }
}

/** An item as its line. */
export const labelOf = (item: Installed): string =>
  'sha256' in item ? item.sha256 : `${'id' in item ? item.id : item.plugin} ${item.version}`
