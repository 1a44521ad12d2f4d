import { z } from 'zod'
import {
  ENVIRONMENT_MAX,
  numericIdSchema,
  PUBLISH_EVENTS,
  type PublishEvent,
  repositoryNameSchema,
  type ClaimKind,
  WORKFLOW_MAX,
} from '#lib/contract/publisher.ts'
import { lineSchema, upTo } from '#lib/contract/text.ts'
import { identityError } from './identity-error.ts'

/** What a token claims about the run that it was issued for. */
export type WorkflowRun = {
  repository: string
  repositoryId: string
  ownerId: string
  /** Workflow file of this repository; `null` for one of another. */
  workflow: string | null
  environment: string | null
  event: PublishEvent
  isSelfHosted: boolean
}

/** Ids are texts at GitHub and GitLab; Forgejo may count them as numbers. */
const idClaim = z
  .union([z.string(), z.number().int().max(Number.MAX_SAFE_INTEGER).transform(String)])
  .pipe(numericIdSchema)
const refClaim = z.string().max(WORKFLOW_MAX + 1000)
const environmentClaim = upTo(lineSchema, ENVIRONMENT_MAX).nullish()
const runnerClaim = z.string().max(60).optional()

/**
 * GitHub Actions, and Forgejo Actions from the release on that adds the ids
 * (https://docs.github.com/en/actions/reference/security/oidc,
 * https://forgejo.org/docs/next/user/actions/security-openid-connect).
 */
const actionsSchema = z.object({
  repository: repositoryNameSchema,
  repository_id: idClaim,
  repository_owner_id: idClaim,
  workflow_ref: refClaim,
  event_name: z.string().max(60),
  ref: refClaim,
  environment: environmentClaim,
  runner_environment: runnerClaim,
})

/** https://docs.gitlab.com/ci/secrets/id_token_authentication/#token-payload */
const gitlabSchema = z.object({
  project_path: repositoryNameSchema,
  project_id: idClaim,
  namespace_id: idClaim,
  ci_config_ref_uri: refClaim,
  pipeline_source: z.string().max(60),
  ref_type: z.string().max(60),
  environment: environmentClaim,
  runner_environment: runnerClaim,
})

/** The events of GitHub that pipelines of GitLab correspond to; of the others a fork may have a part in some. */
const PIPELINE_EVENTS: Readonly<Record<string, PublishEvent>> = {
  push: 'push',
  web: 'workflow_dispatch',
  api: 'workflow_dispatch',
  schedule: 'schedule',
}

const FOLDERS = {
  github: ['.github/workflows'],
  forgejo: ['.forgejo/workflows', '.gitea/workflows', '.github/workflows'],
} as const

/**
 * Reads the claims of a verified token.
 * @throws DomainError `oidc_malformed` without a claim that its kind of issuer sets, `oidc_event`.
 */
export function toRun(kind: ClaimKind, issuer: string, claims: unknown): WorkflowRun {
  return kind === 'gitlab' ? toGitLabRun(issuer, claims) : toActionsRun(kind, claims)
}

function toActionsRun(kind: 'github' | 'forgejo', claims: unknown): WorkflowRun {
  const { data } = actionsSchema.safeParse(claims)
  if (!data) throw identityError('oidc_malformed')
  const roots = FOLDERS[kind].map((folder) => `${data.repository}/${folder}/`)
  return {
    repository: data.repository,
    repositoryId: data.repository_id,
    ownerId: data.repository_owner_id,
    workflow: fileIn(data.workflow_ref, roots),
    event: eventOf(data.event_name, data.ref.startsWith('refs/tags/')),
    ...runnerOf(data),
  }
}

function toGitLabRun(issuer: string, claims: unknown): WorkflowRun {
  const { data } = gitlabSchema.safeParse(claims)
  if (!data) throw identityError('oidc_malformed')
  const root = `${issuer.replace(/^https?:\/\//, '')}/${data.project_path}//`
  return {
    repository: data.project_path,
    repositoryId: data.project_id,
    ownerId: data.namespace_id,
    workflow: fileIn(data.ci_config_ref_uri, [root]),
    event: eventOf(PIPELINE_EVENTS[data.pipeline_source], data.ref_type === 'tag'),
    ...runnerOf(data),
  }
}

/** Of pushes only those of a tag: permission to push to any branch would otherwise be enough to publish. */
function eventOf(name: string | undefined, isTag: boolean): PublishEvent {
  const event = PUBLISH_EVENTS.find((known) => known === name)
  if (event && (event !== 'push' || isTag)) return event
  throw identityError('oidc_event')
}

const runnerOf = ({
  environment,
  runner_environment: runner,
}: Pick<z.infer<typeof actionsSchema>, 'environment' | 'runner_environment'>) => ({
  environment: environment ? environment : null,
  isSelfHosted: runner === 'self-hosted',
})

/** A file, then a ref or a commit. The file has no `@`, so that no name can look like another one with a ref. */
const FILE =
  /^((?:[A-Za-z0-9_.-]+\/)*[A-Za-z0-9_.-]+\.ya?ml)@(?:refs\/.+|[0-9a-f]{40}|[0-9a-f]{64})$/

function fileIn(ref: string, roots: readonly string[]): string | null {
  const root = roots.find((one) => ref.toLowerCase().startsWith(one.toLowerCase()))
  return root === undefined ? null : (FILE.exec(ref.slice(root.length))?.[1] ?? null)
}
