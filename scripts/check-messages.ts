import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { LOCALES } from '#lib/contract/locale.ts'

/* The five languages hold the same messages, with the same arguments and tags, none of them empty. */

type Tree = { [key: string]: string | Tree }
const treeSchema: z.ZodType<Tree> = z.record(
  z.string(),
  z.union([z.string(), z.lazy(() => treeSchema)]),
)

function read(locale: string): Map<string, string> {
  const file = new URL(`../messages/${locale}.json`, import.meta.url)
  return new Map(flatten(treeSchema.parse(JSON.parse(readFileSync(file, 'utf8')))))
}

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] satisfies [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
}

/** The arguments and tags of an ICU message, in one comparable text. */
function placeholders(message: string): string {
  const names = [...message.matchAll(/\{(\w+)(?=[,}])|<(\w+)>/g)].map(
    ([, name, tag]) => name ?? `<${tag}>`,
  )
  return [...new Set(names)].toSorted().join(' ')
}

const [reference, ...others] = LOCALES
const english = read(reference)
const faults: string[] = []
for (const locale of others) {
  const own = read(locale)
  for (const [key, message] of english) {
    const translated = own.get(key)
    if (translated === undefined) faults.push(`${locale}: ${key} is missing`)
    else if (placeholders(message) !== placeholders(translated)) {
      faults.push(
        `${locale}: ${key} has [${placeholders(translated)}], en has [${placeholders(message)}]`,
      )
    }
  }
  for (const key of own.keys()) if (!english.has(key)) faults.push(`${locale}: ${key} is not in en`)
}
for (const locale of LOCALES) {
  for (const [key, message] of read(locale)) {
    if (message.trim() === '') faults.push(`${locale}: ${key} is empty`)
  }
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`${english.size} messages in ${LOCALES.length} languages`)
