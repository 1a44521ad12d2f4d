import { pathTemplate } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import type { Principal } from '#backend/caller.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import { DomainError } from '#backend/errors.ts'
import type { Handlers } from '#backend/http/router.ts'
import {
  bodyLengthOf,
  bytesOfHeader,
  checkTusVersion,
  metadataOf,
  setCreated,
  setUploadHeaders,
} from '#backend/http/tus.ts'
import type { SlotRunner } from '#backend/http/upload-slot.ts'
import { finishUpload } from '#backend/services/upload/finish.ts'
import { createReceiver } from '#backend/services/upload/receive.ts'
import {
  beginUnfinished,
  discardUnfinished,
  findUnfinished,
  listUnfinished,
  offsetDiffers,
  type Owner,
  ownerOf,
  toUnfinished,
} from '#backend/services/upload/unfinished.ts'
import { payerOf } from './payer.ts'

const addressOf = pathTemplate(CALLS.unfinishedUpload)

/** Uploads that can be continued. Every SQL statement restricts itself to the uploads of the caller. */
export function resumableHandlers(deps: Dependencies, inSlot: SlotRunner) {
  const { db, clock, uploadMaxBytes, accountQuota } = deps
  const receiver = createReceiver(deps)
  const owner = (principal: Principal) => ownerOf(principal, clock())
  /** Ends a request that sends bytes of an own upload, and waits until they are kept. @throws NotFoundError */
  async function interrupt(own: Owner, id: string) {
    await findUnfinished(db, own, id)
    await receiver.interrupt(id)
  }
  return {
    unfinishedUploads: async ({ principal }) => ({
      items: (await listUnfinished(db, owner(principal))).map(toUnfinished),
    }),
    beginUpload: async ({ c, principal }) => {
      checkTusVersion(c)
      const begun = { size: bytesOfHeader(c, 'upload-length'), metadata: metadataOf(c) }
      const maxBytes = begun.metadata.purpose === 'project' ? uploadMaxBytes : IMAGE_MAX_BYTES
      const row = await beginUnfinished(db, owner(principal), begun, {
        quotaBytes: accountQuota(),
        maxBytes,
      })
      const upload = toUnfinished(row)
      setCreated(c, { location: addressOf({ id: upload.id }), maxBytes })
      setUploadHeaders(c, upload)
      return upload
    },
    unfinishedUpload: async ({ c, principal, params: { id } }) => {
      checkTusVersion(c)
      const own = owner(principal)
      await interrupt(own, id)
      const upload = toUnfinished(await findUnfinished(db, own, id))
      setUploadHeaders(c, upload)
      return upload
    },
    continueUpload: async ({ c, principal, params: { id } }) => {
      checkTusVersion(c)
      const own = owner(principal)
      await interrupt(own, id)
      const offset = bytesOfHeader(c, 'upload-offset')
      const row = await findUnfinished(db, own, id)
      if (row.received !== offset) throw offsetDiffers(row.received)
      if ((bodyLengthOf(c) ?? 0) > row.size - offset) {
        throw new DomainError('too_large', 'There are more bytes than the declared length.')
      }
      const received = await inSlot(c, principal.uid, (body) =>
        receiver.receive({ owner: own, upload: row, bytes: body ?? new Blob().stream() }),
      )
      deps.failures.works('disk')
      const upload = { ...toUnfinished(row), received }
      setUploadHeaders(c, upload)
      return upload
    },
    finishUpload: async ({ c, principal, params: { id } }) => {
      const payer = await payerOf(c, deps, principal)
      const file = await finishUpload(deps, { owner: owner(principal), id, payer })
      deps.failures.works('disk')
      return file
    },
    discardUpload: async ({ c, principal, params: { id } }) => {
      checkTusVersion(c)
      const own = owner(principal)
      await interrupt(own, id)
      await discardUnfinished(deps, own, id)
    },
  } satisfies Partial<Handlers>
}
