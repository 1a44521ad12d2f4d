import { z } from 'zod'
import { accessTokenSchema } from '#lib/contract/access-token.ts'
import { authorProfileSchema } from '#lib/contract/author.ts'
import { unfinishedUploadSchema } from '#lib/contract/file/resumable.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { idSchema, projectFileSchema, sitePathSchema } from '#lib/contract/project.ts'
import { publisherSchema } from '#lib/contract/publisher.ts'
import { securityEventSchema } from '#lib/contract/security/event.ts'
import { LOG_EVENTS } from '#lib/contract/project-log.ts'
import { eventSchema } from '#lib/contract/statistic.ts'
import { answeredText } from '#lib/contract/text.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { CHANNELS } from '#lib/contract/visibility.ts'
import { accountInfoSchema } from '#lib/contract/account.ts'

/** All stored data of an account. */
export const accountExportSchema = z.object({
  account: accountInfoSchema.extend({ created_at: z.iso.datetime() }),
  /** Display name, text and links of the account's page. */
  author: authorProfileSchema.pick({ display_name: true, about: true, links: true }).optional(),
  providers: z.array(z.object({ provider: z.string(), created_at: z.iso.datetime() })),
  sessions: z.array(
    z.object({
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().optional(),
      browser: z.string().optional(),
      system: z.string().optional(),
    }),
  ),
  /** Sign-ins and changes of the account. */
  events: z.array(securityEventSchema).optional(),
  /** Access tokens, without their secrets. */
  tokens: z.array(accessTokenSchema).optional(),
  /** Workflows that may publish for the account; without a project those that are pending. */
  publishers: z
    .array(
      publisherSchema
        .pick({ issuer: true, repository: true, workflow: true, created_at: true })
        .extend({ project_id: idSchema.nullable() }),
    )
    .optional(),
  /** What the account did to projects. */
  log: z
    .array(
      z.object({
        project_id: idSchema,
        at: z.iso.datetime(),
        event: z.enum(LOG_EVENTS),
        version: versionSchema.nullish(),
        /** Name of the access token. */
        token: z.string().nullish(),
      }),
    )
    .optional(),
  /** All versions of the account's projects, those that wait included. */
  versions: z
    .array(
      z.object({
        project_id: idSchema,
        version: versionSchema,
        channel: z.enum(CHANNELS),
        notes: z.string(),
        created_at: z.iso.datetime(),
        publish_at: z.iso.datetime().nullable(),
        yanked_at: z.iso.datetime().nullable(),
        yank_reason: z.string().nullable(),
        /** Address and hash of its file, or of its packages. */
        files: z.array(z.object({ url: sitePathSchema, sha256: z.string() })),
      }),
    )
    .optional(),
  /** Counts of the account's projects by day (UTC). */
  counts: z.array(z.tuple([idSchema, z.iso.date(), eventSchema, z.number().int()])).optional(),
  /** Reports that the account has sent. */
  reports: z
    .array(
      z.object({
        number: z.number().int(),
        title: z.string(),
        reason: z.string(),
        text: answeredText,
        at: z.iso.datetime(),
      }),
    )
    .optional(),
  /** When the account registered or published from a network; the network is stored as a hash. */
  networks: z.array(z.object({ at: z.iso.datetime(), project_id: idSchema.nullable() })).optional(),
  /** Browsers that signed in before. */
  devices: z.array(z.object({ created_at: z.iso.datetime() })).optional(),
  /** Ids of GitHub repositories whose ownership the account has proved. */
  repositories: z
    .array(
      z.object({
        repository_id: z.number().int(),
        proof: z.enum(['push', 'file']),
        proved_at: z.iso.datetime(),
      }),
    )
    .optional(),
  /** Plugins transferred to or from another account. */
  transfers: z
    .array(
      z.object({ id: z.string(), title: z.string(), is_mine: z.boolean(), at: z.iso.datetime() }),
    )
    .optional(),
  /** Packages that are no longer offered, while their files stay. */
  former_packages: z
    .array(
      z.object({
        project_id: z.string(),
        version: z.string(),
        platform: z.string(),
        file: projectFileSchema,
        until: z.iso.datetime(),
      }),
    )
    .optional(),
  uploads: z.array(unfinishedUploadSchema).optional(),
  /** Unpublished forms. */
  drafts: z
    .array(
      z.object({
        kind: kindSchema,
        title: z.string(),
        project_id: idSchema.nullable(),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
        content: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  projects: z.array(z.unknown()),
  /** Those that only the account sees, with addresses of their files. */
  hidden: z.array(z.unknown()).optional(),
})
