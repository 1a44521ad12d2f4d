import { z } from 'zod'
import { getProcessState } from '#lib/process-state.ts'
import type { SharedCache } from '#lib/cache/shared.ts'
import type { Stored, Value } from './store.ts'

/*
 * Answers of the backend in the shared cache. The server sets it up, before the framework's bundles, which are module graphs of
 * their own, load this module.
 */

declare module '#lib/process-state.ts' {
  interface ProcessState {
    sharedCache: SharedCache
  }
}

/** What the framework stores of an answer; the text is the body of the entry. */
const aboutSchema = z.object({
  lastModified: z.number(),
  value: z.object({
    kind: z.literal('FETCH'),
    revalidate: z.number().positive(),
    tags: z.array(z.string()).optional(),
    data: z.object({
      headers: z.record(z.string(), z.string()),
      body: z.literal(''),
      url: z.string(),
      status: z.number().optional(),
    }),
  }),
})
/** Next exports the kinds of cache values as types only. */
const valueSchema = z.custom<Value>((value) => typeof value === 'object')

const keyOf = (key: string) => `answer ${key}`

/** An answer that another process has read and that is true here. */
export async function findAnswer(key: string): Promise<Stored | undefined> {
  const found = await getProcessState('sharedCache')?.read(keyOf(key))
  const about = found && aboutSchema.safeParse(found.about).data
  if (!about) return undefined
  const { value, lastModified } = about
  const data = { ...value.data, body: found.body.toString() }
  return {
    value: valueSchema.parse({ ...value, data }),
    tags: found.tags,
    began: found.began,
    lastModified,
    cacheControl: undefined,
  }
}

/** Lets the other processes have an answer. */
export function shareAnswer(
  key: string,
  value: Value,
  { tags, began, lastModified }: Pick<Stored, 'tags' | 'began' | 'lastModified'>,
): void {
  const shared = getProcessState('sharedCache')
  if (!shared || !value || !('data' in value)) return
  const about = { lastModified, value: { ...value, data: { ...value.data, body: '' } } }
  const lifetimeMs = value.revalidate * 1000
  void shared.write(keyOf(key), {
    tags,
    began,
    lifetimeMs,
    about,
    body: Buffer.from(value.data.body),
  })
}
