import { z } from 'zod'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import type { Details, Warning } from '#lib/contract/envelope.ts'
import { ownerSchema, repositoryUrlSchema } from '#lib/contract/project.ts'
import { DomainError } from '#backend/errors.ts'
import { fetchGitHub, type GitHubClient, parseResponse, type RepositoryName } from './github.ts'

/** https://docs.github.com/en/rest/repos/repos#get-a-repository */
const repositorySchema = z.object({
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  name: z.string().min(1).max(100),
  owner: z.object({ login: ownerSchema, id: z.number().int().positive() }),
  private: z.boolean().default(false),
  archived: z.boolean().default(false),
  default_branch: z.string().min(1).max(255),
  /** Permissions of the token's user, if there is one. */
  permissions: z.object({ push: z.boolean() }).optional(),
  license: z.object({ spdx_id: z.string().max(60).nullable() }).nullish(),
})

export type GitHubRepository = RepositoryName & {
  /** GitHub's id, which survives renaming. */
  id: number
  ownerId: number
  url: string
  branch: string
  /** Whether the token's user has push access. */
  canPush: boolean
  /** SPDX identifier. */
  license: string | null
  warnings: Warning[]
}

/**
 * Reads a public repository by its current name.
 * @throws DomainError `no_repository`, `private_repository`, `blocked_repository`, `other_owner`; as
 * `fetchGitHub`.
 */
export async function findRepository(
  client: GitHubClient,
  address: string,
  expectedOwner: string | undefined,
): Promise<GitHubRepository> {
  const [, urlOwner = '', urlName = ''] = new URL(address).pathname.split('/')
  const result = await fetchGitHub(client, { owner: urlOwner, name: urlName }, '')
  if ('missing' in result) {
    if (result.missing === 451)
      throw repositoryError('blocked_repository', 'GitHub has blocked the repository.')
    throw repositoryError('no_repository', 'No public repository has this address.')
  }
  const data = parseResponse(result.text, repositorySchema)
  if (data.private) throw repositoryError('private_repository', 'The repository is private.')
  const { name, owner, license } = data
  const names = [urlOwner, owner.login].map((login) => login.toLowerCase())
  if (expectedOwner !== undefined && !names.includes(expectedOwner.toLowerCase())) {
    const message = `The repository belongs to ${owner.login}.`
    throw repositoryError('other_owner', message, { owner: owner.login })
  }
  const url = `https://github.com/${owner.login}/${name}`
  if (!repositoryUrlSchema.safeParse(url).success) {
    throw repositoryError('no_repository', 'The current address of the repository is too long.')
  }
  const isRenamed = url.toLowerCase() !== address.toLowerCase()
  const spdx = license?.spdx_id
  return {
    owner: owner.login,
    name,
    id: data.id,
    ownerId: owner.id,
    url,
    branch: data.default_branch,
    canPush: data.permissions?.push ?? false,
    license: spdx && spdx !== 'NOASSERTION' ? spdx : null,
    warnings: [
      ...(isRenamed ? [{ reason: 'renamed', details: { name: `${owner.login}/${name}` } }] : []),
      ...(data.archived ? [{ reason: 'archived', details: {} }] : []),
    ],
  }
}

/** The reason why a repository has no valid plugin. */
export const repositoryError = (code: ErrorCode, message: string, details?: Details) =>
  new DomainError(code, message, { details })
