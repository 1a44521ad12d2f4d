import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { IconSet } from './icon-set.ts'

/**
 * A file of `content/`.
 * @throws ZodError if it does not have the form of `schema`.
 */
export function readContent<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): z.infer<Schema> {
  const text = readFileSync(new URL(`content/${name}.yaml`, import.meta.url), 'utf8')
  return schema.parse(parse(text))
}

/** The name of an entry of `table`. */
export const nameIn = <Table extends object>(table: Table) =>
  z.custom<keyof Table & string>(
    (name) => typeof name === 'string' && Object.hasOwn(table, name),
    `none of ${Object.keys(table).join(', ')}`,
  )

/** Replaces `{name}` in a text; unknown names stay. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.trim().replaceAll(/\{(\w+)\}/g, (token, name: string) => String(values[name] ?? token))

/** Replaces the names of facts that a description has: `{count}` icons, and `{set}`, `{author}` and `{licence}` of their set. */
export const descriptionOf = (body: string, set: IconSet, count: number): string =>
  fill(body, { count, set: set.name, author: set.author, licence: set.license })
