import { z } from 'zod'
import { repositoryUrlSchema } from './project.ts'

const PASTED =
  /^(?:git\+)?(?:(?:https?|ssh|git):\/\/)?(?:git@)?(?:www\.)?github\.com[/:]([A-Za-z0-9-]{1,39})\/([\w.-]{1,104})(?:[/?#](\S*))?$/i

/**
 * The address of a repository as it is stored, out of what people paste: with `www.`, without a
 * scheme, with a trailing slash, `.git`, a query, a fragment or the path of a branch or file, or in
 * the form that git takes. `null` for what names no repository of GitHub.
 */
export function repositoryAddress(pasted: string): string | null {
  const found = PASTED.exec(pasted.trim())
  if (!found) return null
  const [, owner = '', last = '', rest = ''] = found
  // A browser would resolve these, and be somewhere else.
  if (rest.split(/[/?#]/).includes('..')) return null
  const name = last.replace(/\.git$/i, '')
  if (name === '' || name === '.' || name === '..') return null
  const address = repositoryUrlSchema.safeParse(`https://github.com/${owner}/${name}`)
  return address.success ? address.data : null
}

/** What people paste, as the address that is stored. */
export const pastedRepositorySchema = z
  .string()
  .max(500)
  .transform((pasted, context) => {
    const address = repositoryAddress(pasted)
    if (address !== null) return address
    context.addIssue({ code: 'custom', message: 'not a repository of GitHub' })
    return z.NEVER
  })
