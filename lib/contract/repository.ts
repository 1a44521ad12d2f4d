import { z } from 'zod'
import type { ErrorCode } from './error-code.ts'
import { repositoryUrlSchema } from './project-parts.ts'

/** Errors of reading a repository at GitHub. */
export const REPOSITORY_ERRORS = [
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
  'github_limit',
  'github_unauthorized',
  'github_forbidden',
  'github_failing',
  'github_nonsense',
  'github_too_large',
  'github_slow',
  'github_unreachable',
] as const satisfies readonly ErrorCode[]

/**
 * Owner: letters, digits and single hyphens, none at an end, at most 39. Repository: at most 100 letters, digits, `.`, `_` and `-`.
 * https://docs.github.com/en/enterprise-cloud@latest/admin/managing-iam/iam-configuration-reference/username-considerations-for-external-authentication
 */
const NAME = /^(?=[^/]{1,39}\/)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\/[A-Za-z0-9._-]{1,100}$/
/** Names that GitHub keeps: a clone and a wiki have them as endings. */
const KEPT = /\/(?:\.{1,2}|.*\.(?:git|wiki))$/i

/** Whether GitHub allows `owner/name` as the name of a repository. Checked before any request. */
export const isRepositoryName = (name: string): boolean => NAME.test(name) && !KEPT.test(name)

/** An address without user name and port, or git's own notation, in which the user is always `git`. */
const PASTED =
  /^(?:(?:(?:git\+)?(?:https?|git):\/\/)?(?:www\.)?github\.com\/|(?:git\+)?ssh:\/\/git@github\.com\/|git@github\.com:)([^\s/?#:@\\]+\/[^\s/?#:@\\]+)\/?(?:[?#]\S*)?$/i

/**
 * Normalises a pasted repository address: with `www.`, without a scheme, with a trailing slash, `.git`, query, fragment, or in git's
 * own notation. `null` if it is not the address of a GitHub repository: with a port, a user name, or a path below the repository.
 */
export function repositoryAddress(pasted: string): string | null {
  const [, path = ''] = PASTED.exec(pasted.trim()) ?? []
  const name = path.replace(/\.git$/i, '')
  const address = repositoryUrlSchema.safeParse(`https://github.com/${name}`)
  return isRepositoryName(name) && address.success ? address.data : null
}

/** A pasted address, normalised. */
export const pastedRepositorySchema = z
  .string()
  .max(500)
  .transform((pasted, context) => {
    const address = repositoryAddress(pasted)
    if (address !== null) return address
    context.addIssue({
      code: 'custom',
      message: 'the address of a repository of GitHub, such as https://github.com/OWNER/NAME',
    })
    return z.NEVER
  })
