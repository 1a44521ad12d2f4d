import { isHigher } from '#lib/contract/version/version.ts'
import type { GithubCheck, ManifestSummary } from '#lib/contract/publish.ts'
import { type FieldName, FIELD_NAMES, FIELDS, type FieldValues } from './fields.ts'
import { EMPTY_VALUES, type CreatorValues } from './values.ts'

/** Values for fields that the creator has not filled in. */
export type FieldSuggestion = { name: FieldName; value: FieldValues[FieldName] }

type Archive = {
  /** Version of the published project; `null` for a new one. */
  published: string | null
  isTyped: (name: FieldName) => boolean
}

/** What an uploaded archive suggests. An edit takes over a higher version only. */
export function suggestFromManifest(
  manifest: ManifestSummary,
  { published, isTyped }: Archive,
): FieldSuggestion[] {
  const isUpdate = published !== null && declaresHigher(manifest, published)
  return FIELD_NAMES.flatMap((name) => {
    const { fromManifest, followsSource } = FIELDS[name]
    const isWanted = !isTyped(name) && (published === null || (isUpdate && followsSource === true))
    const value = isWanted ? fromManifest?.(manifest) : undefined
    return value === undefined ? [] : [{ name, value }]
  })
}

/** Whether a file declares a version that can follow the published one; else a number is proposed (`GET /{kind}/{id}/next-version`). */
export const declaresHigher = (
  declared: { version?: string | undefined } | undefined,
  published: string,
): boolean => declared?.version !== undefined && isHigher(declared.version, published)

type Repository = {
  facts: GithubCheck
  /** What was read before: a value that still equals it was not typed. */
  previous: GithubCheck | null
  /** Version of the published project; `null` for a new one. */
  published: string | null
}

/** What a repository suggests. An edit takes over a higher version only. */
export function suggestFromRepository(
  values: CreatorValues,
  { facts, previous, published }: Repository,
): FieldSuggestion[] {
  const isUntouched = (name: FieldName) =>
    [EMPTY_VALUES[name], previous && FIELDS[name].fromRepository?.(previous)].some(
      (start) => JSON.stringify(start) === JSON.stringify(values[name]),
    )
  const isUpdate = published !== null && isHigher(facts.version, published)
  return FIELD_NAMES.flatMap((name) => {
    const { fromRepository, followsSource } = FIELDS[name]
    const value = fromRepository?.(facts)
    const isWanted = published === null ? isUntouched(name) : isUpdate && followsSource === true
    return value !== undefined && isWanted ? [{ name, value }] : []
  })
}
