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
import { PLAIN_INPUTS, type PlainError, type PlainState } from '#lib/creator/plain-form.ts'
import { firstOf, type Posted } from '#lib/creator/posted.ts'
import type { Values } from '#lib/creator/values.ts'
import type { Caller } from './caller.ts'
import { untilReady } from './publish.ts'

type Drawn = { state: PlainState; error: PlainError | null }

/**
 * Draws the pictures that the form lacks from its file, if that is wanted. Pictures of the creator stay.
 * @throws SessionEndedError
 */
export async function drawPictures(
  caller: Caller,
  posted: Posted,
  state: PlainState,
): Promise<Drawn> {
  const { values } = state
  const chosen = lookOf(posted)
  if (!chosen || !values.file?.id) return { state, error: null }
  const look = withTitle(chosen, values)
  if (hasPictures(values, look)) return { state, error: null }
  const { id } = values.file
  await untilReady(caller, id)
  const { code, data, reason } = await caller.call('drawCover', { id, body: look })
  const drawn = code === CODE_OK ? drawnPicturesSchema.safeParse(data).data : undefined
  if (!drawn) {
    return { state, error: { field: 'cover', error: uploadErrorOf(reason) ?? 'unavailable' } }
  }
  const made = withDrawn(values, drawn, { look, alt: '' })
  const cover = values.cover && !values.cover.drawn ? values.cover : made.cover
  return { state: { ...state, values: { ...values, ...made, cover } }, error: null }
}

/** The chosen layout and palette; `null` if nothing is to be drawn. */
function lookOf(posted: Posted): CoverLook | null {
  if (!posted.fields.has(PLAIN_INPUTS.draw)) return null
  const layout = Number(firstOf(posted, PLAIN_INPUTS.layout))
  const palette = firstOf(posted, PLAIN_INPUTS.palette)
  return coverLookSchema.safeParse({ layout, palette }).data ?? null
}

/** Covers of a file without contents show the title of the form, if there is one. */
function withTitle(look: CoverLook, values: Values): DrawCoverRequest {
  const title = drawnTitle(values)
  return title === '' ? look : { ...look, title }
}

/** Whether all pictures are the creator’s own, or drawn like this already. */
function hasPictures({ cover, gallery }: Values, look: DrawCoverRequest): boolean {
  const isDone = ({ drawn }: NonNullable<Values['cover']>) =>
    !drawn ||
    (drawn.layout === look.layout && drawn.palette === look.palette && drawn.title === look.title)
  return cover !== null && isDone(cover) && gallery.length > 0 && gallery.every(isDone)
}
