import { z } from 'zod'
import type { Details, Reason } from '#lib/contract/envelope.ts'
import { ownerSchema, repositoryUrlSchema } from '#lib/contract/project.ts'
import type { Warning } from '#lib/contract/publish.ts'
import { HttpError } from '#backend/http/errors.ts'
import { askGitHub, type Asking, parseAnswer, type RepositoryName } from './github.ts'

/** https://docs.github.com/en/rest/repos/repos#get-a-repository */
const repositorySchema = z.object({
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  name: z.string().min(1).max(100),
  owner: z.object({ login: ownerSchema, id: z.number().int().positive() }),
  private: z.boolean().default(false),
  archived: z.boolean().default(false),
  default_branch: z.string().min(1).max(255),
  /** Of whoever asks, where GitHub knows them. */
  permissions: z.object({ push: z.boolean() }).optional(),
  license: z.object({ spdx_id: z.string().max(60).nullable() }).nullish(),
})

export type Repository = RepositoryName & {
  /** What GitHub calls it by, whatever its name. */
  id: number
  ownerId: number
  url: string
  branch: string
  /** Whether whoever asked may push. */
  canPush: boolean
  /** SPDX identifier. */
  license: string | null
  warnings: Warning[]
}

/**
 * A public repository, under its present name.
 * @throws HttpError 404 (`no_repository`, `private_repository`, `blocked_repository`), 400
 * (`other_owner`); as `askGitHub`.
 */
export async function findRepository(
  asking: Asking,
  address: string,
  expectedOwner: string | undefined,
): Promise<Repository> {
  const [, urlOwner = '', urlName = ''] = new URL(address).pathname.split('/')
  const answered = await askGitHub(asking, { owner: urlOwner, name: urlName }, '')
  if ('missing' in answered) {
    if (answered.missing === 451) throw no(404, 'GitHub has blocked it.', 'blocked_repository')
    throw no(404, 'There is no such public repository.', 'no_repository')
  }
  const about = parseAnswer(answered.text, repositorySchema)
  if (about.private) throw no(404, 'The repository is private.', 'private_repository')
  const { name, owner, license } = about
  const names = [urlOwner, owner.login].map((one) => one.toLowerCase())
  if (expectedOwner !== undefined && !names.includes(expectedOwner.toLowerCase())) {
    const message = `The repository is ${owner.login}'s.`
    throw no(400, message, 'other_owner', { owner: owner.login })
  }
  const url = `https://github.com/${owner.login}/${name}`
  if (!repositoryUrlSchema.safeParse(url).success) {
    throw no(400, 'Its present address is too long.', 'no_repository')
  }
  const isRenamed = url.toLowerCase() !== address.toLowerCase()
  const spdx = license?.spdx_id
  return {
    owner: owner.login,
    name,
    id: about.id,
    ownerId: owner.id,
    url,
    branch: about.default_branch,
    canPush: about.permissions?.push ?? false,
    license: spdx && spdx !== 'NOASSERTION' ? spdx : null,
    warnings: [
      ...(isRenamed ? [{ reason: 'renamed', details: { name: `${owner.login}/${name}` } }] : []),
      ...(about.archived ? [{ reason: 'archived', details: {} }] : []),
    ],
  }
}

/** Why a repository is no plugin. */
export const no = (status: 400 | 404, message: string, reason: Reason, details?: Details) =>
  new HttpError(status, message, reason, { details })
