import { z } from 'zod'
import { CLAIM_KINDS, type ClaimKind } from '#lib/contract/publisher.ts'
import { lineSchema } from '#lib/contract/text.ts'
import { issuerUrlSchema } from '#lib/http-address.ts'

/** An issuer of identity tokens that this site accepts. */
export type Issuer = {
  /** As in the claim `iss`, without a trailing slash. */
  url: string
  claims: ClaimKind
  /** Name of the service, for people. */
  service: string
  /** Whether the ids of its repositories are read from GitHub's API. */
  findsIds: boolean
}

const SERVICES = {
  github: 'GitHub Actions',
  gitlab: 'GitLab CI',
  forgejo: 'Forgejo Actions',
} as const satisfies Record<ClaimKind, string>

export const DEFAULT_ISSUERS: readonly Issuer[] = [
  {
    url: 'https://token.actions.githubusercontent.com',
    claims: 'github',
    service: SERVICES.github,
    findsIds: true,
  },
  { url: 'https://gitlab.com', claims: 'gitlab', service: SERVICES.gitlab, findsIds: false },
]

/** Issuers that an operator can add. */
const ADDED_MAX = 20

const addedSchema = z
  .array(
    z.strictObject({
      url: issuerUrlSchema,
      claims: z.enum(CLAIM_KINDS),
      /** The service and the host by default. */
      name: lineSchema.trim().min(1).max(60).optional(),
    }),
  )
  .max(ADDED_MAX)
  .transform((added) =>
    added.map(({ url, claims, name }): Issuer => ({
      url,
      claims,
      service: name ?? `${SERVICES[claims]} (${new URL(url).host})`,
      findsIds: false,
    })),
  )

/** The variable `OIDC_ISSUERS`: JSON with the issuers that the operator adds to the default ones. */
export const issuersSchema = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return addedSchema.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: `not a list of up to ${ADDED_MAX} issuers` })
      return z.NEVER
    }
  })
  .transform((added) => [...DEFAULT_ISSUERS, ...added])
  .refine((issuers) => new Set(issuers.map(({ url }) => url)).size === issuers.length, {
    message: 'an issuer twice',
  })
