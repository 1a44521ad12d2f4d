import { randomUUID } from 'node:crypto'
import type { ShownForm } from '#components/creator/form/form-types.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { toValues } from '#lib/creator/values.ts'
import { fingerprints, rebase } from '#lib/publish-form/fingerprint.ts'
import type { Kept, PlainQuery, Shown } from '#lib/publish-form/state.ts'

type Options = { kind: Kind; project: Project | null; shown: Shown; proof: PlainQuery['proof'] }

/** What the form shows: the state of a rejected submission, or of the project. */
export function toShownForm({ kind, project, shown, proof }: Options): ShownForm {
  const { errors, lost } = shown
  const kept = isOf(shown.kept, kind, project) ? shown.kept : null
  const state = kept && rebase(kept.state, project)
  return {
    values: state?.values ?? null,
    typed: state?.typed,
    sameTitle: state?.sameTitle,
    errors,
    conflict: state?.conflict ?? null,
    isReview: state?.isReview ?? false,
    lost,
    proof: proof ?? null,
    key: kept?.key ?? randomUUID(),
    draft: kept && { id: kept.id, revision: kept.revision },
    base: project && fingerprints(toValues(project)),
    now: new Date(),
  }
}

/** Whether a kept form is one of this project, or of a new one. */
const isOf = (kept: Kept | null, kind: Kind, project: Project | null): boolean =>
  kept?.state.kind === kind && kept.state.edited?.id === project?.id
