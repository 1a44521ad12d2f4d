import { randomUUID } from 'node:crypto'
import type { PlainView } from '#components/creator/plain/plain-view.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { EMPTY_VALUES, toValues } from '#lib/creator/values.ts'
import { fingerprints } from '#lib/plain-form/fingerprint.ts'
import type { PlainQuery, Shown } from '#lib/plain-form/state.ts'

type Options = Pick<PlainView, 'kind' | 'maxBytes' | 'hasGitHub'> & {
  project: Project | null
  shown: Shown | null
  proof: PlainQuery['proof']
}

/** What the plain form shows: the state of a rejected submission, or of the project. */
export function toPlainView({ project, shown, proof, ...options }: Options): PlainView {
  const kept = keptFor(options.kind, project, shown)
  const saved = project && toValues(project)
  const based =
    kept?.edited ??
    (project && saved && { id: project.id, revision: project.revision, base: fingerprints(saved) })
  return {
    ...options,
    values: kept?.values ?? saved ?? EMPTY_VALUES,
    errors: shown?.errors ?? [],
    edited: based && saved && { ...based, saved },
    conflict: kept?.conflict ?? null,
    isReview: kept?.isReview ?? false,
    isLost: shown?.isLost ?? false,
    idempotencyKey: randomUUID(),
    proof: proof ?? null,
  }
}

/** The kept state, if it is one of this form. */
function keptFor(kind: Kind, project: Project | null, shown: Shown | null) {
  const state = shown?.state
  const isSame = state?.kind === kind && state.edited?.id === project?.id
  return isSame ? state : null
}
