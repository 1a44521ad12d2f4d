import { randomUUID } from 'node:crypto'
import type { ShownForm } from '#components/creator/form/use-project-form-client.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { toValues } from '#lib/creator/values.ts'
import { fingerprints, rebase } from '#lib/plain-form/fingerprint.ts'
import type { PlainQuery, Shown } from '#lib/plain-form/state.ts'

type Options = { kind: Kind; project: Project | null; shown: Shown; proof: PlainQuery['proof'] }

/** What the form shows: the state of a rejected submission, or of the project. */
export function toShownForm({ kind, project, shown, proof }: Options): ShownForm {
  const { state, errors, isLost } = shown
  const isSame = state?.kind === kind && state.edited?.id === project?.id
  const kept = state && isSame ? rebase(state, project) : null
  return {
    values: kept?.values ?? null,
    errors,
    conflict: kept?.conflict ?? null,
    isReview: kept?.isReview ?? false,
    isLost,
    proof: proof ?? null,
    key: randomUUID(),
    base: project && fingerprints(toValues(project)),
    now: new Date(),
  }
}
