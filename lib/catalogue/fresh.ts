import 'server-only'
import { revalidatePath, revalidateTag } from 'next/cache'
import { nextGeneration } from '#lib/api/generation.ts'
import type { CallName } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { type Kind, kindSchema } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { tags } from './tags.ts'

/** By this symbol the server around Next offers its page cache (server/main.ts). */
const CACHE_SYMBOL = Symbol.for('keystrip.page-cache')

type Changed = {
  kind: Kind
  id: string
  /** Whose project it is, where that is known. */
  author?: string | undefined
  /** A new project is related to nothing yet; one that was there may stand on others' details. */
  isNew?: boolean
}

/**
 * Makes fresh what shows a project: the next request for any such page is rendered anew; pages that
 * do not show it stay as they are.
 */
export function freshenProject({ kind, id, author, isNew }: Changed): void {
  expire(tags.list(kind))
  expire(tags.project(kind, id))
  if (!isNew) expire(tags.related(kind))
  expire(author === undefined ? tags.authors(kind) : tags.author(author))
  forgetAnswers()
}

/** Makes fresh what a call of the contract has changed. */
export function makeFresh({ name, url, data }: { name: CallName; url: URL; data: unknown }): void {
  if (name === 'deleteAccount') {
    revalidatePath('/', 'layout')
    forgetAnswers()
  }
  if (name !== 'create' && name !== 'update' && name !== 'remove') return
  const kind = kindSchema.safeParse(url.pathname.slice(API_BASE.length + 1)).data
  const project = projectSchema.safeParse(data).data
  const id = project?.id ?? url.searchParams.get('id')
  if (!kind || id === null) return
  freshenProject({ kind, id, author: project?.author.name, isNew: name === 'create' })
}

const expire = (tag: string) => revalidateTag(tag, { expire: 0 })

/** What is kept in memory, for moments only: searches, and pages in front of Next. All of it goes. */
function forgetAnswers(): void {
  nextGeneration()
  const cache: unknown = Reflect.get(globalThis, CACHE_SYMBOL)
  if (typeof cache !== 'object' || cache === null) return
  const clear: unknown = Reflect.get(cache, 'clear')
  if (typeof clear === 'function') Reflect.apply(clear, undefined, [])
}
