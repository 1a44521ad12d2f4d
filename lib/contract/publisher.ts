import { z } from 'zod'
import { kindSchema } from './kind-schema.ts'
import { TITLE_MAX } from './limits.ts'
import { idSchema } from './project.ts'
import { answeredText, lineSchema, upTo } from './text.ts'

/*
 * Trusted publishing: a build server proves with an identity token (OpenID Connect) which repository and workflow it
 * runs for, and gets a token of one project for half an hour.
 */

/** Whose claims an issuer's tokens have. */
export const CLAIM_KINDS = ['github', 'gitlab', 'forgejo'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/**
 * What may start a run that publishes: the push of a tag, a release, a person who starts it by hand, or a schedule. At the
 * others, such as `pull_request_target` and `workflow_run`, code or texts of others may take part.
 */
export const PUBLISH_EVENTS = ['push', 'release', 'workflow_dispatch', 'schedule'] as const
export type PublishEvent = (typeof PUBLISH_EVENTS)[number]

/** Trusted publishers of a project, and pending ones of an account. */
export const PUBLISHERS_MAX = 10
/** Longest identity token, in characters. One of GitLab with 200 groups has about 10 000. */
export const IDENTITY_TOKEN_MAX = 16_384
/** Validity of a token of an exchange, in minutes, and how many of one publisher are valid at a time. */
export const EXCHANGE_MINUTES = 30
export const EXCHANGED_TOKENS_MAX = 100

/** Longest names of repositories, workflow files and environments, in characters. */
export const REPOSITORY_NAME_MAX = 255
export const WORKFLOW_MAX = 255
export const ENVIRONMENT_MAX = 255

/** `owner/repository`; at GitLab also with groups between them. */
export const repositoryNameSchema = z
  .string()
  .max(REPOSITORY_NAME_MAX)
  .regex(/^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+){1,20}$/)
/** Name of a workflow file; at GitLab a path. */
export const workflowSchema = z
  .string()
  .max(WORKFLOW_MAX)
  .regex(/^(?:[A-Za-z0-9_.-]+\/){0,20}[A-Za-z0-9_.-]+\.ya?ml$/)
/** Environments of GitHub have no quotes, commas and semicolons. */
export const environmentSchema = upTo(
  lineSchema.regex(/^[^\s'"`,;\\](?:[^'"`,;\\]*[^\s'"`,;\\])?$/),
  ENVIRONMENT_MAX,
)
/** An id that an issuer counts: at most 20 digits. */
export const numericIdSchema = z.string().regex(/^[1-9]\d{0,19}$/)

/** At least one; each once, in the order of `PUBLISH_EVENTS`. */
const eventsSchema = z
  .array(z.enum(PUBLISH_EVENTS))
  .min(1)
  .max(PUBLISH_EVENTS.length)
  .overwrite((given) => PUBLISH_EVENTS.filter((event) => given.includes(event)))

/** Who may publish: a workflow of a repository. */
export const publisherSchema = z.object({
  id: idSchema,
  /** Address of the issuer of the identity tokens. */
  issuer: z.string().max(500),
  /** Name of the service, such as “GitHub Actions”. */
  service: answeredText,
  repository: answeredText,
  repository_id: numericIdSchema,
  owner_id: numericIdSchema,
  workflow: answeredText,
  environment: answeredText.nullable(),
  /** What may start its runs. Without it, everything that the site accepts. */
  events: z.array(z.enum(PUBLISH_EVENTS)).optional().catch(undefined),
  /** Kind and title of the project that it publishes first; `null` if it was set up for a published one. */
  first: z.object({ kind: kindSchema, title: answeredText }).nullable(),
  created_at: z.iso.datetime(),
  /** Last exchange of a token. */
  used_at: z.iso.datetime().nullable(),
})
export type Publisher = z.infer<typeof publisherSchema>

/** `GET /account/publishers`: of a project, or those that are pending. */
export const publishersQuerySchema = z.object({ project_id: idSchema.optional() })
export const publishersSchema = z.object({
  items: z.array(publisherSchema),
  /** The issuers that this site accepts. `finds_ids`: the ids of repositories are looked up. */
  issuers: z.array(
    z.object({
      url: z.string(),
      claims: z.enum(CLAIM_KINDS),
      service: answeredText,
      finds_ids: z.boolean(),
    }),
  ),
  /** What identity tokens must name as their audience. */
  audience: z.string(),
})
export type Publishers = z.infer<typeof publishersSchema>

/** `POST /account/publishers`: for a project, or pending for the first release of one (`first`). */
export const addPublisherRequestSchema = z
  .object({
    project_id: idSchema.optional(),
    first: z
      .object({ kind: kindSchema, title: upTo(lineSchema.trim().min(1), TITLE_MAX) })
      .optional(),
    issuer: z.string().max(500),
    repository: repositoryNameSchema,
    /** Both ids, where the site does not look them up, or cannot see the repository. */
    repository_id: numericIdSchema.optional(),
    owner_id: numericIdSchema.optional(),
    workflow: workflowSchema,
    environment: environmentSchema.optional(),
    /** What may start its runs; by default each of them. */
    events: eventsSchema.optional(),
  })
  .refine(({ project_id, first }) => (project_id === undefined) !== (first === undefined), {
    message: 'one of project_id and first',
    path: ['project_id'],
  })
export type AddPublisherRequest = z.infer<typeof addPublisherRequestSchema>

/** `PUT /account/publishers`: changes what may start the runs of a publisher. */
export const changePublisherRequestSchema = z.object({ id: idSchema, events: eventsSchema })

export const removePublisherQuerySchema = z.object({ id: idSchema })

/** `POST /oidc/exchange`. */
export const exchangeRequestSchema = z.object({
  /** The identity token of the build server. */
  token: z.string().min(1).max(IDENTITY_TOKEN_MAX),
  /** Needed where several projects trust the same workflow. */
  publisher_id: idSchema.optional(),
})
/** The access token of the exchange. It is answered once and stored as a hash. */
export const exchangeSchema = z.object({
  token: z.string(),
  expires_at: z.iso.datetime(),
  publisher_id: idSchema,
  /** The project that it may change. */
  project: z.object({ id: idSchema, kind: kindSchema, title: answeredText }).nullable(),
  /** Kind and title of the project that it may publish, as long as there is none. */
  first: z.object({ kind: kindSchema, title: answeredText }).nullable(),
})
export type TokenExchange = z.infer<typeof exchangeSchema>
