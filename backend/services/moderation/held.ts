import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type DecideHeld,
  HELD_SHOWN,
  type heldPublicationsSchema,
} from '#lib/contract/admin/held.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { listHeld } from '#backend/services/operator/lists.ts'
import { moderate } from '#backend/services/operator/moderate.ts'
import type { Storage } from '#backend/storage/storage.ts'

/** Publications that wait, the oldest first, with the texts of their projects. */
export async function listHeldPublications(
  db: Database,
  actor: RoleHolder,
): Promise<z.infer<typeof heldPublicationsSchema>> {
  const all = await listHeld(db)
  const shown = all.slice(0, HELD_SHOWN)
  const { id, authorUid, tagline, description, language } = projects
  const rows = await db
    .select({ id, authorUid, tagline, description, language })
    .from(projects)
    .where(
      inArray(
        projects.id,
        shown.map((one) => one.id),
      ),
    )
  const texts = new Map(rows.map((row) => [row.id, row]))
  return {
    total: all.length,
    items: shown.flatMap((entry) => {
      const found = texts.get(entry.id)
      if (!found) return []
      const { authorUid: uid, ...rest } = found
      return [{ ...entry, ...rest, is_own: actor.uid !== null && uid === actor.uid }]
    }),
  }
}

/**
 * Releases or refuses a publication that waits.
 * @throws NotFoundError if it waits no longer; DomainError `own_report` for one of the actor's own.
 */
export async function decideHeld(
  deps: { db: Database; storage: Storage },
  actor: RoleHolder,
  decision: DecideHeld,
  now: Date,
) {
  await refuseOwn(deps.db, actor, decision.id)
  return moderate(deps, actor, decision, now)
}

/** @throws DomainError `own_report` for a project of the actor. */
export async function refuseOwn(
  db: Database | Transaction,
  { uid }: RoleHolder,
  id: string,
): Promise<void> {
  if (uid === null) return
  const isOwn = and(eq(projects.id, id), eq(projects.authorUid, uid))
  if ((await db.$count(projects, isOwn)) === 0) return
  throw new DomainError('own_report', 'Another moderator decides about your own projects.')
}
