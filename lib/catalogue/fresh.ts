import 'server-only'
import { revalidatePath, revalidateTag } from 'next/cache'
import type { CallName } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { kindSchema } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { tags } from './tags.ts'

/** By this symbol the server around Next offers its page cache (server/main.ts). */
const CACHE_SYMBOL = Symbol.for('keystrip.page-cache')

/**
 * Makes fresh what a call has changed: the next request for any page that shows it is rendered anew;
 * pages that do not show it stay as they are.
 */
export function makeFresh({ name, url, data }: { name: CallName; url: URL; data: unknown }): void {
  if (name === 'deleteAccount') {
    revalidatePath('/', 'layout')
    clearPageCache()
  }
  if (name !== 'create' && name !== 'update' && name !== 'remove') return
  const kind = kindSchema.safeParse(url.pathname.slice(API_BASE.length + 1))
  if (!kind.success) return
  const project = projectSchema.safeParse(data).data
  const id = project?.id ?? url.searchParams.get('id')
  revalidateTag(tags.list(kind.data), { expire: 0 })
  if (id !== null) revalidateTag(tags.project(kind.data, id), { expire: 0 })
  if (project) revalidateTag(tags.author(project.author.name), { expire: 0 })
  clearPageCache()
}

/** What stands in front of Next keeps pages for moments only; all of it goes. */
function clearPageCache(): void {
  const cache: unknown = Reflect.get(globalThis, CACHE_SYMBOL)
  if (typeof cache !== 'object' || cache === null) return
  const clear: unknown = Reflect.get(cache, 'clear')
  if (typeof clear === 'function') Reflect.apply(clear, undefined, [])
}
