import 'server-only'
import type { Project } from '#lib/contract/project.ts'
import { FIELD_NAMES } from '#lib/creator/fields.ts'
import { changedFields, isUnchanged } from '#lib/creator/merge.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import {
  declaresHigher,
  type FieldSuggestion,
  suggestFromManifest,
  suggestFromRepository,
} from '#lib/creator/suggestions.ts'
import { validate } from '#lib/creator/request.ts'
import { EMPTY_VALUES, toSaved, type CreatorValues } from '#lib/creator/values.ts'
import { fromCode, errorsOf } from './errors.ts'
import type { Uploads } from './upload.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { githubCheckSchema } from '#lib/contract/publish.ts'
import { nextVersionSchema } from '#lib/contract/version/next-version.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import type { Caller } from './caller.ts'

type Options = { uploads: Uploads; project: Project | null }

/** The cover that the file proposes, to be reviewed first. A cover that was refused is not replaced. */
export function withProposedCover(state: PlainState, { cover, files }: Uploads): PlainState {
  if (!cover || state.values.cover !== null || files.has('cover')) return state
  return { ...state, values: { ...state.values, cover }, isReview: true }
}

/** The next version number for a new file of an edit, to be reviewed first; unless one was typed, or the file declares it. */
export async function withNextVersion(
  caller: Caller,
  state: PlainState,
  { uploads, project }: Options,
): Promise<PlainState> {
  const [file] = uploads.files.get('file') ?? []
  if (!project || !file || declaresHigher(file, project.version)) return state
  if (state.values.version !== project.version) return state
  const { kind, id } = project
  const answer = await caller.call('nextVersion', { kind, id, file_id: file.id })
  const version = nextVersionSchema.safeParse(answer.data).data?.version
  if (!version) return state
  return { ...state, values: { ...state.values, version }, isReview: true }
}

/**
 * Fills empty fields from the manifest of a new file and validates the form. It is to be reviewed if
 * something was filled in or drawn, or if the new file has warnings.
 */
export function reviewState(state: PlainState, { uploads, project }: Options): PlainState {
  const base = project && toSaved(project)
  const published = base && base.values
  const values = withPackageVersion(withManifest(state.values, uploads, published), published)
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
function withPackageVersion(values: CreatorValues, published: CreatorValues | null): CreatorValues {
  const version = values.packages.find((one) => one.version !== undefined)?.version
  const isTyped = changedFields(published ?? EMPTY_VALUES, values).includes('version')
  return version === undefined || isTyped || version === values.version
    ? values
    : { ...values, version }
}

/** The same object if nothing was filled in. */
function withManifest(
  values: CreatorValues,
  { manifest }: Uploads,
  published: CreatorValues | null,
): CreatorValues {
  if (!manifest) return values
  const typed = changedFields(published ?? EMPTY_VALUES, values)
  const suggestions = suggestFromManifest(manifest, {
    published: published?.version ?? null,
    isTyped: (name) => typed.includes(name),
  })
  const filled = { ...values, ...toFields(suggestions) }
  return isUnchanged(filled, values) ? values : filled
}

const toFields = (suggestions: FieldSuggestion[]) =>
  Object.fromEntries(suggestions.map(({ name, value }) => [name, value]))

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
  const read: CreatorValues = {
    ...values,
    ...toFields(suggestFromRepository(values, { facts, previous, published })),
    facts,
    repository_url: facts.repository_url,
    owner: facts.owner ?? values.owner,
  }
  return { ...state, values: read, errors: [] }
}
