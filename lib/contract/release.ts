import { z } from 'zod'
import { detailsSchema } from './envelope.ts'
import { idSchema } from './project.ts'
import { answeredText, lineSchema } from './text.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/*
 * Release sync: a plugin gets the releases of its repository by themselves. A notice only reports that there may be one; the site reads
 * the release again.
 */

/**
 * Where a delivery comes from: the maker's release workflow, a webhook of GitHub, the daily look, a button of the author, or the test of
 * the settings, which publishes nothing.
 */
export const RELEASE_ORIGINS = ['workflow', 'github', 'daily', 'author', 'test'] as const
export type ReleaseOrigin = (typeof RELEASE_ORIGINS)[number]
/** `accepted`: a test would be published; `unchanged`: the version is published already; `failed`: given up after several attempts. */
export const RELEASE_STATES = [
  'waiting',
  'published',
  'unchanged',
  'accepted',
  'refused',
  'failed',
] as const
export type ReleaseState = (typeof RELEASE_STATES)[number]

/** Deliveries that are kept of a project. */
export const DELIVERIES_MAX = 50
/** How much the time of a notice may differ from that of the site, in seconds. */
export const NOTICE_SECONDS = 300
/** Notices of a project that are taken within an hour. */
export const NOTICES_PER_HOUR = 30

const deliveryIdSchema = z.string().regex(/^[\w.:-]{1,100}$/)
const tagSchema = lineSchema.min(1).max(200)

/** The notice of the maker's workflow (ENIAC-Tech/flex-plugin-actions, publish.yml). */
export const workflowNoticeSchema = z.object({
  repo_url: z.string().max(500),
  tag: tagSchema,
  manifest_uuid: z.string().min(1).max(200),
  /** `<run id>-<attempt>`; taken once. */
  delivery_id: deliveryIdSchema,
  /** Seconds since 1970. */
  timestamp: z.coerce.number().int().nonnegative().max(4e9),
})
/** What is read of a webhook of GitHub: https://docs.github.com/en/webhooks/webhook-events-and-payloads#release */
export const githubNoticeSchema = z.object({
  action: z.string().max(100).optional(),
  release: z.object({ tag_name: tagSchema }).optional(),
  repository: z.object({ id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
})
/** `POST /plugins/webhook`, signed by `X-Hub-Signature-256: sha256=<HMAC-SHA256 of the body>`. */
export const noticeSchema = z.union([workflowNoticeSchema, githubNoticeSchema])

/** What became of a release. */
export const deliverySchema = z.object({
  id: idSchema,
  origin: z.enum(RELEASE_ORIGINS),
  tag: answeredText.nullable(),
  version: versionSchema.nullable(),
  state: z.enum(RELEASE_STATES),
  /** Why it waits, was refused, or failed: an error code, with its values. */
  reason: z.string().max(60).nullable(),
  details: detailsSchema,
  received_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
})
export type Delivery = z.infer<typeof deliverySchema>
/** The answer to a notice; `null` for events that are not a release. */
export const noticeAnswerSchema = z.object({ delivery: deliverySchema.nullable() })

export const releaseParamsSchema = z.object({ id: idSchema })
/** `GET /plugin/{id}/releases`: how a plugin gets its releases, and what became of the last ones, newest first. */
export const releasesSchema = z.object({
  /** When the secret of its notices was made; `null` without one. */
  secret_created_at: z.iso.datetime().nullable(),
  /** Whether the site looks once a day by itself. */
  is_daily: z.boolean(),
  looked_at: z.iso.datetime().nullable(),
  items: z.array(deliverySchema).max(DELIVERIES_MAX),
})
export type Releases = z.infer<typeof releasesSchema>
export const changeReleasesSchema = z.object({ is_daily: z.boolean() })
/** `POST /plugin/{id}/releases/secret`: the new secret. It is answered once. */
export const releaseSecretSchema = z.object({ secret: z.string() })
/** `POST /plugin/{id}/releases/check`: looks at the latest release now; a test publishes nothing. */
export const checkReleaseSchema = z.object({ is_test: z.boolean() })
