import { z } from 'zod'

/** `code` of a successful answer (section 4 decides by the body's code, not by the HTTP status). */
export const CODE_OK = 200

/** Values by name, for programs. */
export const detailsSchema = z.record(
  z.string().max(60),
  z.union([z.string().max(1000), z.number()]),
)
export type Details = z.infer<typeof detailsSchema>

/**
 * The envelope of every answer: `{code, message, data}`.
 * `code` decides. In the embedded backend it equals the HTTP status; `message` is for people and
 * never holds a stack, a secret or a token; `data` is `null` on failure.
 */
export const envelopeSchema = z.object({
  code: z.number().int().min(100).max(599),
  message: z.string().max(2000).default(''),
  data: z.unknown(),
  /** Only in answers that hand out a session (section 3, token refresh response). */
  token: z.string().min(1).max(2000).optional(),
  /**
   * Beside `token`: a secret by which this browser is known to the account later on. Whoever sends
   * it again (`x-device-tokens`, several separated by commas) is not taken for a stranger. Optional.
   */
  device: z.string().min(1).max(200).optional().catch(undefined),
  /** Why a call was refused, for programs; a backend need not say, and may say another word. */
  reason: z.string().max(60).optional(),
  /**
   * Beside `reason`: what exactly is wrong, as values that interfaces put into words of their own, such
   * as the entry of an archive, or `retry_at`, an ISO 8601 time before which asking again is in vain.
   */
  details: detailsSchema.optional().catch(undefined),
  /** Which fields of the request are at fault, where it says so. */
  fields: z.array(z.string().max(60)).max(20).optional().catch(undefined),
})
/** The reasons that interfaces have words for. */
export const REASONS = [
  'wrong_credentials',
  'wrong_code',
  'code_needed',
  'use_last_code',
  'wrong_password',
  'no_email',
  'sign_in_again',
  'no_session',
  'username_taken',
  'name_settled',
  'email_taken',
  'common_password',
  'no_account',
  'too_many',
  'busy',
  'provider_refused',
  'mail_failed',
  'too_large',
  'wrong_type',
  'bad_archive',
  'bad_image',
  'costly_image',
  'version_not_higher',
  'not_ready',
  'stale',
  'file_missing',
  'file_unchanged',
  'last_version',
  'other_request',
  'disk_full',
  'quota_full',
  'no_repository',
  'private_repository',
  'blocked_repository',
  'empty_repository',
  'other_owner',
  'no_manifest',
  'several_manifests',
  'bad_manifest',
  'bad_field',
  'no_version',
  'bad_version',
  'prerelease',
  'plugin_taken',
  'other_plugin',
  'version_unknown',
  'version_unchecked',
  'github_limit',
  'github_unauthorized',
  'github_forbidden',
  'github_failing',
  'github_nonsense',
  'github_too_large',
  'github_slow',
  'github_unreachable',
] as const
export type Reason = (typeof REASONS)[number]
export type Envelope = z.infer<typeof envelopeSchema>

/** Builds the schema of a successful answer with the given `data`. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ code: z.literal(CODE_OK), message: z.string(), data })
}
