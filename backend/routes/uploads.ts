import { CALLS } from '#lib/contract/calls.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import { uploaderOf } from '#backend/caller.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { checkFields, invalidInput } from '#backend/http/parse.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFiles } from '#backend/services/project/reached-files.ts'
import { fileState } from '#backend/services/drawing/job.ts'
import { readFileContents } from '#backend/services/strip/file-contents.ts'
import { decodeNamesAgain } from '#backend/services/upload/decode-names.ts'
import { acceptUpload } from '#backend/services/upload/accept.ts'
import { readMultipart } from '#backend/http/multipart.ts'
import { createSlotRunner } from '#backend/http/upload-slot.ts'
import { resumableHandlers } from './resumable.ts'
import { payerOf } from './payer.ts'

/** Uploads, and what their owner reads of them. */
export function uploadHandlers(deps: Dependencies) {
  const { db, clock } = deps
  const inSlot = createSlotRunner(deps)
  return {
    ...resumableHandlers(deps, inSlot),
    upload: async ({ c, principal }) => {
      const { uid } = principal
      const uploadedFor = uploaderOf(principal)
      const isStrict = principal.accessToken !== undefined
      const type = c.req.header('content-type') ?? ''
      const payer = await payerOf(c, deps, principal)
      const receive = (body: ReadableStream<Uint8Array> | null) =>
        readMultipart(body, type, ({ fields, name, bytes }) => {
          const given = Object.fromEntries(fields)
          checkFields(c, given, { schema: CALLS.upload.body, isStrict })
          const input = CALLS.upload.body.safeParse(given)
          if (!input.success) {
            const refusal = invalidInput(input.error.issues, given, 'body')
            const message = `${refusal.message}; fields come before the file`
            throw new InvalidInputError(message, refusal.fields)
          }
          const source = { uid, payer, uploadedFor, now: clock() }
          return acceptUpload(deps, { ...source, name, bytes, ...input.data })
        })
      const uploaded = await inSlot(c, uid, receive)
      deps.failures.works('disk')
      return uploaded
    },
    decodeNames: async ({ c, principal, params: { id }, body: { encoding } }) => {
      await checkFiles(db, principal, { id })
      const { uid } = principal
      const uploadedFor = uploaderOf(principal)
      const payer = await payerOf(c, deps, principal)
      return decodeNamesAgain(deps, { id, encoding, uid, uploadedFor, payer, now: clock() })
    },
    fileContents: async ({ principal, params: { id } }) => {
      await checkFiles(db, principal, { id })
      return readFileContents(db, { uid: principal.uid, id })
    },
    fileState: async ({ principal, params: { id } }) => {
      await checkFiles(db, principal, { id })
      return fileState(db, principal.uid, id)
    },
  } satisfies Partial<Handlers>
}
