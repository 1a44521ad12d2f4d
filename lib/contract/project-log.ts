import { z } from 'zod'
import { answeredText } from './text.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/**
 * What happened to a project. `version`: a new version; `changed`: anything else of its page; `cancelled`: a scheduled version; `discarded`: a published one;
 * `channel`: a version became stable or a pre-release; `notes`: those of a published version; `status`: lists that show it, or its deprecation.
 */
export const LOG_EVENTS = [
  'published',
  'version',
  'changed',
  'withdrawn',
  'restored',
  'scheduled',
  'rescheduled',
  'cancelled',
  'discarded',
  'channel',
  'notes',
  'status',
  'transferred',
] as const
export type LogEvent = (typeof LOG_EVENTS)[number]

/** Entries that are kept of a project. */
export const LOG_MAX = 200

/** `GET /{kind}/{id}/log`: newest first. */
export const projectLogSchema = z.object({
  items: z.array(
    z.object({
      at: z.iso.datetime(),
      event: z.enum(LOG_EVENTS),
      /** The version that it concerns. */
      version: versionSchema.nullable(),
      /** User name of who did it; `null` if the account is deleted. */
      by: answeredText.nullable(),
      /** Name of the access token that was used; `null` for a signed-in browser. */
      token: answeredText.nullable(),
    }),
  ),
})
export type ProjectLog = z.infer<typeof projectLogSchema>
