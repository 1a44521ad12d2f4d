import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Locale } from '#lib/contract/locale.ts'

type Tree = { [key: string]: string | Tree }
const treeSchema: z.ZodType<Tree> = z.record(
  z.string(),
  z.union([z.string(), z.lazy(() => treeSchema)]),
)

const fileOf = (locale: Locale) => new URL(`../../messages/${locale}.json`, import.meta.url)
const readTree = (locale: Locale) =>
  treeSchema.parse(JSON.parse(readFileSync(fileOf(locale), 'utf8')))

/** The messages of a language by their dotted keys. */
export function readMessages(locale: Locale): Map<string, string> {
  return new Map(flatten(readTree(locale)))
}

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] satisfies [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
}

/** Rewrites every message of a language; its keys and their order stay. */
export function rewriteMessages(locale: Locale, rewrite: (key: string, message: string) => string) {
  const map = (tree: Tree, prefix: string): Tree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === 'string'
          ? rewrite(`${prefix}${key}`, value)
          : map(value, `${prefix}${key}.`),
      ]),
    )
  writeFileSync(fileOf(locale), `${JSON.stringify(map(readTree(locale), ''), null, 2)}\n`)
}
