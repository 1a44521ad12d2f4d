import 'server-only'
import type { Project } from '#lib/contract/project.ts'
import { type FieldName, FIELD_NAMES } from '#lib/creator/fields.ts'
import { toComparable } from '#lib/creator/merge.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import { suggestFromManifest } from '#lib/creator/suggestions.ts'
import { validate } from '#lib/creator/validate.ts'
import { EMPTY_VALUES, toValues, type Values } from '#lib/creator/values.ts'
import { fromCode } from './errors.ts'
import type { Uploads } from './upload.ts'

type Options = { uploads: Uploads; project: Project | null }

/** The cover that the file proposes, to be reviewed first. A cover that was refused is not replaced. */
export function withProposedCover(state: PlainState, { cover, files }: Uploads): PlainState {
  if (!cover || state.values.cover !== null || files.has('cover')) return state
  return { ...state, values: { ...state.values, cover }, isReview: true }
}

/**
 * Fills empty fields from the manifest of a new file and validates the form. It is to be reviewed if
 * something was filled in or drawn, or if the new file has warnings.
 */
export function reviewState(state: PlainState, { uploads, project }: Options): PlainState {
  const published = project && toValues(project)
  const values = withPackageVersion(withManifest(state.values, uploads, published), published)
  const base = published && { values: published, revision: project?.revision }
  const context = { base, gone: [], isFileComing: false }
  const rejected = new Set(uploads.errors.map(({ field }) => field))
  const errors = validate(values, state.kind, context)
    .map(fromCode)
    // Of several errors of a field the first is shown.
    .filter(({ field }, at, all) => all.findIndex((other) => other.field === field) === at)
    .filter(({ field }) => !rejected.has(field))
  const files = [...uploads.files.values()].flat()
  const hasWarnings = files.some(({ warnings = [] }) => warnings.length > 0)
  const all = [...uploads.errors, ...errors]
  return {
    ...state,
    values,
    errors: FIELD_NAMES.flatMap((name) => all.filter(({ field }) => field === name)),
    isReview: state.isReview || hasWarnings || values !== state.values,
  }
}

/** The version of the packages, unless another one was typed. */
function withPackageVersion(values: Values, published: Values | null): Values {
  const version = values.packages.find((one) => one.version !== undefined)?.version
  const isTyped =
    toComparable(values, 'version') !== toComparable(published ?? EMPTY_VALUES, 'version')
  return version === undefined || isTyped || version === values.version
    ? values
    : { ...values, version }
}

/** The same object if nothing was filled in. */
function withManifest(values: Values, { manifest }: Uploads, published: Values | null): Values {
  if (!manifest) return values
  const start = published ?? EMPTY_VALUES
  const isTyped = (name: FieldName) => toComparable(values, name) !== toComparable(start, name)
  const suggestions = suggestFromManifest(manifest, { isEdit: published !== null, isTyped })
  const filled = {
    ...values,
    ...Object.fromEntries(suggestions.map(({ name, value }) => [name, value])),
  }
  const isChanged = FIELD_NAMES.some(
    (name) => toComparable(filled, name) !== toComparable(values, name),
  )
  return isChanged ? filled : values
}
