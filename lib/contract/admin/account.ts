import { z } from 'zod'
import { accountSessionSchema } from '#lib/contract/account.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { PROVIDERS } from '#lib/contract/provider.ts'
import { answeredText, lineSchema } from '#lib/contract/text.ts'
import { networkHashSchema, NETWORKS_LISTED, networkSchema, OTHERS_LISTED } from './network.ts'
import { reasonSchema, roleSchema } from './role.ts'

/** Accounts of a page, and publications and sessions that are listed of one. */
export const ACCOUNTS_PAGE = 50
export const ACCOUNT_PARTS_MAX = 50

export const ACCOUNT_STATES = ['all', 'suspended', 'role', 'reported'] as const

export const accountsQuerySchema = z.object({
  /** A part of the user name, the display name or the e-mail address. */
  q: lineSchema.trim().max(100).optional(),
  /** Those that registered or published from it within `NETWORK_DAYS`. */
  network: networkSchema.optional(),
  /** Those that sign in with it. */
  provider: z.enum(PROVIDERS).optional(),
  state: z.enum(ACCOUNT_STATES).default('all'),
  /** User name of the last account of the page before. */
  after: lineSchema.max(100).optional(),
})

export const suspensionSchema = z.object({
  since: z.iso.datetime(),
  /** Null for good. */
  until: z.iso.datetime().nullable(),
  reason: answeredText,
  by: z.string(),
})

export const accountSummarySchema = z.object({
  username: z.string(),
  display_name: z.string().nullable(),
  email: z.string(),
  created_at: z.iso.datetime(),
  role: roleSchema.nullable(),
  is_suspended: z.boolean(),
  projects: z.number().int(),
  hidden: z.number().int(),
  reports: z.number().int(),
})
export type AccountSummary = z.infer<typeof accountSummarySchema>
/** The newest accounts first. */
export const accountListSchema = z.object({
  items: z.array(accountSummarySchema),
  next: z.string().nullable(),
})

export const usernameParamsSchema = z.object({ username: lineSchema.trim().min(1).max(100) })

/** How far an account is trusted (`backend/services/project/trust.ts`). */
export const TRUST_LEVELS = ['new', 'known', 'trusted'] as const
export type TrustLevel = (typeof TRUST_LEVELS)[number]

export const accountDetailsSchema = accountSummarySchema.extend({
  trust: z.enum(TRUST_LEVELS),
  /** Language of its mails; null if it is not known. */
  locale: z.enum(LOCALES).nullable(),
  suspension: suspensionSchema.nullable(),
  providers: z.array(z.string()),
  sessions: z.array(accountSessionSchema.omit({ current: true })),
  access_tokens: z.number().int(),
  /** The last networks that it registered or published from, each with other accounts that did. */
  networks: z
    .array(
      z.object({
        network: networkHashSchema,
        at: z.iso.datetime(),
        others: z.number().int(),
        names: z.array(z.string()).max(OTHERS_LISTED),
      }),
    )
    .max(NETWORKS_LISTED),
  /** The last ones. */
  publications: z.array(
    z.object({
      kind: kindSchema,
      id: z.string(),
      title: z.string(),
      created_at: z.iso.datetime(),
      is_hidden: z.boolean(),
    }),
  ),
  /** Reports about it and its projects. */
  reported: z.array(z.object({ number: z.number().int(), title: z.string(), state: z.string() })),
})
export type AccountDetails = z.infer<typeof accountDetailsSchema>

export const suspendRequestSchema = z.object({
  reason: reasonSchema,
  /** Null for good. */
  until: z.iso.datetime().nullable().default(null),
  /** What becomes of its publications. */
  projects: z.enum(['keep', 'hide']),
})
export const liftRequestSchema = z.object({ reason: reasonSchema })
