import 'server-only'
import type { Project } from '#lib/contract/project.ts'
import { checkedTitleSchema } from '#lib/contract/publish.ts'
import { PLAIN_INPUTS, type PlainState, type SameTitle } from '#lib/creator/plain-form.ts'
import { firstOf, type PostedParts } from '#lib/creator/posted.ts'
import { countedText } from '#lib/creator/values.ts'
import type { Caller } from './caller.ts'

type Submission = { posted: PostedParts; project: Project | null; state: PlainState }

/** What others have published under a new title, unless the form has shown it. A title that is refused is left to the backend. */
export async function findSameTitle(
  caller: Caller,
  { posted, project, state }: Submission,
): Promise<SameTitle | null> {
  const title = countedText(state.values, 'title')
  if (title === project?.title || title === firstOf(posted, PLAIN_INPUTS.seenTitle)) return null
  const { data } = await caller.call('checkTitle', { body: { title } })
  const checked = checkedTitleSchema.safeParse(data).data
  return checked && checked.items.length > 0 && !checked.is_refused ? { title, ...checked } : null
}
