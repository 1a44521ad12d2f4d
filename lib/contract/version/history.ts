import { z } from 'zod'
import { rightsSchema } from '#lib/contract/update/update.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/**
 * What everybody may know of the past of a project. `version`: a version was published; `discarded`: one was removed; `channel`: one became stable
 * or a pre-release; `transferred`: it has another author; `hidden` and `shown`: moderators hid it and showed it again.
 */
export const HISTORY_EVENTS = [
  'version',
  'withdrawn',
  'restored',
  'discarded',
  'channel',
  'notes',
  'transferred',
  'hidden',
  'shown',
] as const
export type HistoryEvent = (typeof HISTORY_EVENTS)[number]

/** Entries of an answer. */
export const HISTORY_MAX = 200

/** `GET /{kind}/{id}/history`: newest first. Names no account. */
export const historySchema = z.object({
  items: z
    .array(
      z.object({
        at: z.iso.datetime(),
        event: z.enum(HISTORY_EVENTS),
        /** The version that it concerns. */
        version: versionSchema.nullable(),
        /** Of `version`: the next lower one that is offered, to compare it with; `null` if one of the two is not. */
        before: versionSchema.nullable(),
        /** Of `version`: what it may do that the one before may not; `null` where a manifest does not say. */
        added_rights: rightsSchema.nullable(),
      }),
    )
    .max(HISTORY_MAX),
})
export type ProjectHistory = z.infer<typeof historySchema>
