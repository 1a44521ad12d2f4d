import type { Context } from 'hono'
import type { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { CONTROL_CHARACTERS } from '#lib/contract/text.ts'
import type { AppEnv } from '#backend/context.ts'
import { BadRequest, HttpError, NotFound } from './errors.ts'

/** The largest JSON body that is read, in bytes. */
const BODY_MAX_BYTES = 64 * 1024

/**
 * Parses the query; a parameter that stands twice counts once, the first time; an empty one does
 * not count.
 * @throws BadRequest that names the parameters at fault.
 */
export function parseQuery<T extends z.ZodType>(c: Context<AppEnv>, schema: T): z.output<T> {
  const query = Object.entries(c.req.query()).filter(([, value]) => value !== '')
  if (query.some(([, value]) => value.includes('\0'))) throw new BadRequest('query: holds a NUL')
  return parse(schema, Object.fromEntries(query), 'query')
}

/**
 * The id that an address names.
 * @throws NotFound for what is none: nothing can be found under it.
 */
export function parseId(text: string): string {
  const id = idSchema.safeParse(text)
  if (!id.success) throw new NotFound()
  return id.data
}

/**
 * Parses a JSON body of at most 64 KiB.
 * @throws BadRequest, or HttpError 413.
 */
export async function parseBody<T extends z.ZodType>(
  c: Context<AppEnv>,
  schema: T,
): Promise<z.output<T>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > BODY_MAX_BYTES) throw new HttpError(413, 'The body is too large.')
    chunks.push(chunk)
  }
  const json = fromJson(Buffer.concat(chunks).toString('utf8'))
  if (holdsNul(json)) throw new BadRequest('body: holds a NUL')
  return parse(schema, json, 'body')
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequest('body: not JSON')
  }
}

/** Whether U+0000 stands anywhere in it, which no column of the database can store. */
function holdsNul(json: unknown): boolean {
  // Without recursion: 64 KiB of `[` would overflow the stack.
  const left = [json]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && value.includes('\0')) return true
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) left.push(key, inner)
    }
  }
  return false
}

function parse<T extends z.ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const control = issues.find(({ message }) => message === CONTROL_CHARACTERS)
  if (control)
    throw new BadRequest(`${control.path.map(String).join('.') || where}: ${CONTROL_CHARACTERS}`)
  const names = new Set(issues.map((issue) => String(issue.path[0] ?? where)))
  throw new BadRequest(`${[...names].join(', ')}: not a value that this call takes`, [...names])
}
