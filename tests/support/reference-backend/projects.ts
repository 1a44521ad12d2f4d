import type { z } from 'zod'
import type { Api, Kind } from './api.ts'
import { notFound } from './call-error.ts'
import type { recordBody } from './input.ts'
import type { Account, ReferenceStore, StoredProject } from './store.ts'

/** @throws CallError 404 also for a project of another kind. */
export function findProject({ projects }: ReferenceStore, kind: Kind, id: string): StoredProject {
  const stored = projects.get(id)
  if (stored?.project.kind !== kind) throw notFound()
  return stored
}

/** @throws CallError 404 also for a project of another account. */
export function findOwnProject(
  store: ReferenceStore,
  kind: Kind,
  author: Account,
  id: string,
): StoredProject {
  const stored = findProject(store, kind, id)
  if (stored.project.author.uid !== author.uid) throw notFound()
  return stored
}

/** Counts an event once per visitor. */
export function recordEvent(
  store: ReferenceStore,
  { kind, id, event }: z.infer<typeof recordBody>,
  visitor: string,
): Api['record']['data'] {
  const { project } = findProject(store, kind, id)
  const key = JSON.stringify([visitor, id, event])
  if (store.events.has(key)) return { counted: false }
  store.events.add(key)
  project[`${event}s`] += 1
  return { counted: true }
}
