import type { Context } from 'hono'
import { COVER_PALETTE_NAMES } from '#lib/contract/file/cover.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { uploaderOf } from '#backend/caller.ts'
import { NotFoundError } from '#backend/errors.ts'
import { dispositionOf, DRAWING_POLICY } from '#backend/http/disposition.ts'
import { UNPUBLISHED_CACHE_CONTROL } from '#backend/http/own-upload.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFiles } from '#backend/services/project/reached-files.ts'
import { createCovers } from '#backend/services/cover/covers.ts'
import { DRAWING_TYPE } from '#backend/services/file/url.ts'
import { findIcon, findSheet } from '#backend/services/icon/read.ts'
import { setHeaders } from './set-headers.ts'
import type { FileAccess } from './file-access.ts'
import { payerOf } from './payer.ts'

/** Placeholders are replaced by drawings: waiting ones soon, refused ones by a later sanitiser, which also changes addresses. */
const ICON_CACHE_CONTROL = {
  ready: 'public, max-age=31536000, immutable',
  waiting: 'no-store',
  refused: 'public, max-age=3600',
  former: 'public, max-age=300',
  unpublished: UNPUBLISHED_CACHE_CONTROL,
} as const

/** Drawn icons, sheets and covers. */
export function drawingHandlers(deps: Dependencies, { find, admit }: FileAccess) {
  const { db, clock } = deps
  const covers = createCovers(deps)
  return {
    drawCover: async ({ c, principal, params, body: { title, ...look } }) => {
      await checkFiles(db, principal, params)
      const uploadedFor = uploaderOf(principal)
      const { uid } = principal
      const file = { uid, uploadedFor, fileId: params.id }
      const payer = await payerOf(c, deps, principal)
      return covers.draw({ ...file, look, title, now: clock(), payer })
    },
    coverPreviews: async ({ c, params, query, identify }) => {
      const palette = params.name.slice(0, -'.webp'.length)
      const known = COVER_PALETTE_NAMES.find((name) => name === palette)
      if (!known) throw new NotFoundError()
      const isPublished = await admit((await find(params.id)).file, identify)
      // A token that is not valid does not keep its sender from what is published.
      const principal = await identify().catch(() => undefined)
      const payer = await payerOf(c, deps, principal)
      const bytes = await covers.preview({ fileId: params.id, title: query.title }, known, payer)
      const cacheControl = isPublished ? 'private, max-age=86400' : UNPUBLISHED_CACHE_CONTROL
      setHeaders(c, { type: 'image/webp', cacheControl })
      return c.body(bytes)
    },
    fileIcon: async ({ c, params, identify }) => {
      const { read, state, file } = await findIcon(deps, params.id, params.name)
      const isPublished = await admit({ ...file, id: params.id }, identify)
      const bytes = await read()
      setDrawingHeaders(c, isPublished ? state : 'unpublished')
      // Saved under its name, without the version in its address.
      const name = params.name.replace(/\.\d+(?=\.svg$)/, '')
      c.header('content-disposition', dispositionOf({ purpose: 'image', name }))
      return c.body(bytes)
    },
    fileSheet: async ({ c, params, identify }) => {
      const { read, state, file } = await findSheet(deps, params.id, params.name)
      const isPublished = await admit({ ...file, id: params.id }, identify)
      const bytes = await read()
      setDrawingHeaders(c, isPublished ? state : 'unpublished')
      return c.body(bytes)
    },
  } satisfies Partial<Handlers>
}

function setDrawingHeaders(c: Context<AppEnv>, state: keyof typeof ICON_CACHE_CONTROL) {
  setHeaders(c, {
    type: DRAWING_TYPE,
    cacheControl: ICON_CACHE_CONTROL[state],
    policy: DRAWING_POLICY,
  })
}
