import type { ResolverResult } from 'react-hook-form'
import type { Kind } from '#lib/contract/kind.ts'
import { FIELD_OF, type Values } from '#lib/creator/form.ts'
import { faultsOf, type Rules } from '#lib/creator/faults.ts'

/** Names every fault at once, by the contract's schema; of several faults of a field the first one. */
export function resolve(values: Values, kind: Kind, rules: Rules): ResolverResult<Values> {
  const faults = faultsOf(values, kind, rules)
  if (faults.length === 0) return { values, errors: {} }
  const errors = faults.map((fault) => [FIELD_OF[fault], { type: fault, message: fault }])
  return { values: {}, errors: Object.fromEntries(errors.toReversed()) }
}
