import 'server-only'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { pictureErrorOf } from '#lib/creator/check-file.ts'
import { fromUpload } from '#lib/creator/form-file.ts'
import type { PlainError, PlainState } from '#lib/creator/plain-form.ts'
import type { Caller } from './caller.ts'

type Taken = { state: PlainState; error: PlainError | null }

/**
 * Takes a picture of the README into the form.
 * @param of field and number of the picture, as its button names it.
 * @throws SessionEndedError
 */
export async function takePicture(caller: Caller, state: PlainState, of: string): Promise<Taken> {
  const { values } = state
  const [field, position] = of.split('.')
  const purpose = field === 'cover' ? 'cover' : 'gallery'
  const picture = values.facts?.readme?.pictures[Number(position)]
  if (!picture || !values.facts?.readme) return { state, error: null }
  const { repository_url, readme } = values.facts
  const body = { repository_url, commit: readme.commit, path: picture.path, purpose } as const
  const { code, data, reason, details } = await caller.call('githubPicture', { body })
  const taken = code === CODE_OK ? uploadedFileSchema.safeParse(data).data : undefined
  if (!taken) return { state, error: { field: purpose, error: pictureErrorOf(reason), details } }
  const file = fromUpload(taken)
  const gallery = [...values.gallery, file].slice(0, GALLERY_MAX)
  const into = purpose === 'cover' ? { cover: file } : { gallery }
  return { state: { ...state, values: { ...values, ...into } }, error: null }
}
