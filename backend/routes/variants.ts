import type { Context } from 'hono'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import { variantUrl } from '#backend/services/file/url.ts'
import type { Queue } from '#backend/services/limit/queue.ts'
import { checkHash, createVariants, variantName } from '#backend/services/recolour/variants.ts'
import { createExports } from '#backend/services/pack-export/exports.ts'
import { versionedName } from '#lib/contract/version/versioned-name.ts'
import { exportName, type PackExportForm } from '#lib/contract/file/pack-export.ts'
import type { FileAccess } from './file-access.ts'
import { sendFile } from './send-file.ts'
import { payerOf } from './payer.ts'

type Wanted = {
  id: string
  /** `#rrggbb`. */
  colour: string
  /** The hash that the file was asked for by. */
  sha256?: string
}

type WantedExport = Pick<Wanted, 'id' | 'sha256'> & { form: PackExportForm }

const nameOf = ({ file, version }: Awaited<ReturnType<FileAccess['find']>>) =>
  versionedName(file.name, version?.version)

/** Icon packs in other colours and forms. A download counts for the version. */
export function variantHandlers(deps: Dependencies, { find, admit }: FileAccess, counting: Queue) {
  const variants = createVariants(deps)
  const exports = createExports(deps)
  const whoOf = async (c: Context<AppEnv>) => ({
    network: clientOf(c, deps).network,
    payer: await payerOf(c, deps),
  })
  const findVariant = async (c: Context<AppEnv>, { id, colour }: Wanted) =>
    variants.find({ fileId: id, colour, ...(await whoOf(c)) })

  async function send(c: Context<AppEnv>, wanted: Wanted): Promise<Response> {
    const found = await find(wanted.id)
    const { variant } = await findVariant(c, wanted)
    if (wanted.sha256 !== undefined) checkHash(variant, wanted.sha256)
    const { key, size, sha256 } = variant
    const file = { ...found.file, key, size, sha256 }
    const name = variantName(nameOf(found), wanted.colour)
    return sendFile(c, deps, { ...found, file: { ...file, name }, counting, isPublished: true })
  }

  async function sendExport(c: Context<AppEnv>, wanted: WantedExport): Promise<Response> {
    const { id, form } = wanted
    const found = await find(id)
    const made = await exports.find({ fileId: id, form, ...(await whoOf(c)) })
    if (wanted.sha256 !== undefined) checkHash(made, wanted.sha256)
    const { key, size, sha256 } = made
    const file = { ...found.file, key, size, sha256, name: exportName(nameOf(found), form) }
    return sendFile(c, deps, { ...found, file, counting, isPublished: true })
  }

  const handlers = {
    packExport: async ({ c, params: { id, form } }) => sendExport(c, { id, form }),
    variant: async ({ c, params: { id, colour: hex } }) => {
      const colour = `#${hex}`
      const { source, variant } = await findVariant(c, { id, colour })
      const { size, sha256 } = variant
      const name = variantName(source.name, colour)
      const url = variantUrl(source, colour)
      return { file_id: id, version: source.version, colour, name, size, sha256, url }
    },
    variantFile: async ({ c, params: { id, colour } }) => send(c, { id, colour: `#${colour}` }),
    chosenVariant: async ({ c, params: { id }, query: { colour, own } }) => {
      if (colour === undefined) {
        const found = await find(id)
        await admit(found.file, async () => undefined)
        return sendFile(c, deps, { ...found, counting })
      }
      const chosen = colour === 'own' ? own : colour
      if (chosen === undefined) throw new InvalidInputError('own: missing', ['own'])
      return send(c, { id, colour: chosen })
    },
  } satisfies Partial<Handlers>
  return { handlers, send, sendExport }
}
