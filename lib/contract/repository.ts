import { z } from 'zod'
import type { ErrorCode } from './error-code.ts'
import { repositoryUrlSchema } from './project.ts'

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
  'prerelease',
  'github_limit',
  'github_unauthorized',
  'github_forbidden',
  'github_failing',
  'github_nonsense',
  'github_too_large',
  'github_slow',
  'github_unreachable',
] as const satisfies readonly ErrorCode[]

const PASTED =
  /^(?:git\+)?(?:(?:https?|ssh|git):\/\/)?(?:git@)?(?:www\.)?github\.com[/:]([A-Za-z0-9-]{1,39})\/([\w.-]{1,104})(?:[/?#](\S*))?$/i

/**
 * Normalises a pasted repository address: with `www.`, without a scheme, with a trailing slash, `.git`, query,
 * fragment, path of a branch or file, or in git's own notation. `null` if it is not a GitHub repository.
 */
export function repositoryAddress(pasted: string): string | null {
  const found = PASTED.exec(pasted.trim())
  if (!found) return null
  const [, owner = '', last = '', rest = ''] = found
  // Browsers resolve dot segments to another repository.
  if (rest.split(/[/?#]/).includes('..')) return null
  const name = last.replace(/\.git$/i, '')
  if (name === '' || name === '.' || name === '..') return null
  const address = repositoryUrlSchema.safeParse(`https://github.com/${owner}/${name}`)
  return address.success ? address.data : null
}

/** A pasted address, normalised. */
export const pastedRepositorySchema = z
  .string()
  .max(500)
  .transform((pasted, context) => {
    const address = repositoryAddress(pasted)
    if (address !== null) return address
    context.addIssue({ code: 'custom', message: 'not a repository of GitHub' })
    return z.NEVER
  })
