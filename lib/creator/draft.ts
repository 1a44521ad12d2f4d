import type { Kind } from '#lib/contract/kind.ts'
import { DRAFT_TITLE_MAX } from '#lib/contract/kept-form.ts'
import { cleanLine, firstOf } from '#lib/contract/text.ts'
import { allFiles, countedText, type CreatorValues } from './values.ts'

/** What is kept of a form beside its content: what the list of drafts shows, and its files. */
export const draftOf = ({ kind, edited, values }: DraftedForm) => ({
  kind,
  title: firstOf(titleOf(values), DRAFT_TITLE_MAX),
  project_id: edited?.id ?? null,
  file_ids: allFiles(values).flatMap(({ id }) => (id === '' ? [] : [id])),
})

type DraftedForm = { kind: Kind; edited: { id: string } | null; values: CreatorValues }

/** What is typed as title, or the name of the file. */
const titleOf = (values: CreatorValues): string =>
  cleanLine(countedText(values, 'title') || (values.file?.name ?? values.repository_url))
