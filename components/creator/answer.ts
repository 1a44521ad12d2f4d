import type { Refused } from '#lib/api/client.ts'
import { type Fault, FAULTS } from '#lib/creator/form.ts'
import { wordOfRefusal } from './refusal.ts'
import type { FormWords } from './words.ts'

/** The faults of fields that a refusal names, by its reason or by the fields themselves. */
export function faultsNamed({ code, reason, fields }: Refused): Fault[] {
  const byReason = FAULTS.filter((fault) => fault === reason)
  if (byReason.length > 0 || code !== 400) return byReason
  return FAULTS.filter((fault) => fields.includes(fault))
}

/** What is said of a refused publication: of its field, or of the call. */
export function wordOfAnswer(words: FormWords, refused: Refused): string {
  const fault = FAULTS.find((one) => one === refused.reason)
  if (fault) return words.faults[fault]
  const isNamed = faultsNamed(refused).length > 0
  return isNamed ? words.save.refusals.refused : wordOfRefusal(words.save.refusals, refused)
}
