import 'server-only'
import {
  type CoverLook,
  coverLookSchema,
  type DrawCoverRequest,
  drawnPicturesSchema,
} from '#lib/contract/file/cover.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { uploadErrorOf } from '#lib/creator/check-file.ts'
import { drawnTitle } from '#lib/creator/drawn-title.ts'
import { withDrawn } from '#lib/creator/form-file.ts'
import {
  parseIntent,
  PLAIN_INPUTS,
  type PlainError,
  type PlainState,
} from '#lib/creator/plain-form.ts'
import { firstOf, type PostedParts } from '#lib/creator/posted.ts'
import type { CreatorValues } from '#lib/creator/values.ts'
import type { Caller } from './caller.ts'
import { untilReady } from './publish.ts'

type Drawn = { state: PlainState; error: PlainError | null }

const START: CoverLook = { layout: 1, palette: 'ink' }

/**
 * Draws cover and gallery from the form's file: in the layout of a pressed button, or those that the form lacks or
 * that show an earlier title. Pictures of the creator stay.
 * @throws SessionEndedError
 */
export async function drawPictures(
  caller: Caller,
  posted: PostedParts,
  state: PlainState,
): Promise<Drawn> {
  const { values } = state
  const look = lookOf(posted, values)
  if (!look || !values.file?.id) return { state, error: null }
  const { id } = values.file
  await untilReady(caller, id)
  const { code, data, reason } = await caller.call('drawCover', { id, body: look })
  const drawn = code === CODE_OK ? drawnPicturesSchema.safeParse(data).data : undefined
  if (!drawn) {
    return { state, error: { field: 'cover', error: uploadErrorOf(reason) ?? 'unavailable' } }
  }
  const made = withDrawn(values, drawn, { look, alt: '' })
  // What the creator has not seen yet is to be looked at first.
  const isReview = state.isReview || values.cover === null
  return { state: { ...state, values: { ...values, ...made }, isReview }, error: null }
}

/** How to draw; `null` if nothing is to be drawn. */
function lookOf(posted: PostedParts, { cover, ...values }: CreatorValues): DrawCoverRequest | null {
  const pressed = parseIntent(firstOf(posted, PLAIN_INPUTS.intent))
  const palette = firstOf(posted, PLAIN_INPUTS.palette)
  const title = drawnTitle({ ...values, cover })
  const withTitle = (look: CoverLook) => (title === '' ? look : { ...look, title })
  if (pressed?.intent === 'draw') {
    const look = coverLookSchema.safeParse({ layout: Number(pressed.of), palette }).data
    return look ? withTitle(look) : null
  }
  if (cover === null) {
    // A cover that was refused is not replaced.
    if (posted.files.has('cover')) return null
    return withTitle(coverLookSchema.safeParse({ ...START, palette }).data ?? START)
  }
  const { drawn } = cover
  if (!drawn || (drawn.title ?? '') === title) return null
  return withTitle({ layout: drawn.layout, palette: drawn.palette })
}
