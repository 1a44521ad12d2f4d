import 'server-only'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { githubCheckSchema } from '#lib/contract/publish.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import { suggestFromRepository } from '#lib/creator/suggestions.ts'
import type { Values } from '#lib/creator/values.ts'
import type { Caller } from './caller.ts'
import { errorsOf, fromCode } from './errors.ts'

/**
 * Reads a plugin's repository and fills the form with what it contains.
 * @param published version of the published project; `null` for a new one.
 */
export async function readRepository(
  caller: Caller,
  state: PlainState,
  published: string | null,
): Promise<PlainState> {
  const { values } = state
  if (repositoryAddress(values.repository_url) === null) {
    return { ...state, errors: [fromCode('repository_url')] }
  }
  const previous = values.facts
  const typedOwner = values.owner.trim()
  const owner = typedOwner === '' || typedOwner === previous?.owner ? undefined : typedOwner
  const answer = await caller.call('githubCheck', {
    owner,
    repository_url: values.repository_url.trim(),
  })
  const facts = answer.code === CODE_OK ? githubCheckSchema.safeParse(answer.data).data : undefined
  if (!facts) {
    const errors = errorsOf(answer).map((error) => ({ ...error, field: 'repository_url' as const }))
    return { ...state, values: { ...values, facts: null }, errors }
  }
  const suggested = Object.fromEntries(
    suggestFromRepository(values, { facts, previous, published }).map(({ name, value }) => [
      name,
      value,
    ]),
  )
  const read: Values = {
    ...values,
    ...suggested,
    facts,
    repository_url: facts.repository_url,
    owner: facts.owner ?? values.owner,
  }
  return { ...state, values: read, errors: [] }
}
