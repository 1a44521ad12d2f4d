import { envelopeSchema } from '#lib/contract/envelope.ts'
import { colourVariantSchema } from '#lib/contract/file/colour-variant.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import type { DemoEntry } from '#demo/archive.ts'
import type { TestBackend } from './backend.ts'
import { buildManifest, SVG } from './containers.ts'
import { OPERATOR_SECRET } from './operator.ts'
import { rawZip } from './raw-zip.ts'

export const TIDE = '5fc8c0'
export const LICENSE_TEXT = 'MIT License\n\nCopyright (c) 2026 Ada'
const STROKE = SVG.replace('<path', '<path fill="none" stroke="#222"')
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'

/** The entries of a pack of one colour. */
export const PACK: DemoEntry[] = [
  { path: 'manifest.json', content: JSON.stringify(buildManifest('iconpack')) },
  { path: 'LICENSE.txt', content: LICENSE_TEXT },
  { path: 'icons/sun.svg', content: SVG },
  { path: 'icons/moon.svg', content: STROKE },
]

type Asked = { network?: string; range?: string }
export type RecolourAnswer = { status: number; headers: Headers; bytes: Buffer }

/** Packs in other colours, as visitors ask a backend with `OPERATOR_SECRET` for them. */
export function recolouringOf(backend: TestBackend) {
  /** Asks as a visitor of a network, and reads the answer to its end. */
  async function ask(
    path: string,
    { network = '198.51.100.1', range }: Asked = {},
  ): Promise<RecolourAnswer> {
    const headers = {
      'user-agent': AGENT,
      'x-internal-secret': OPERATOR_SECRET,
      'x-client-address': network,
      ...(range !== undefined && { range }),
    }
    const answer = await backend.app.request(`/api/v1${path}`, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes }
  }
  return {
    ask,
    /** Publishes a pack. @returns the ids of project and file. */
    async add(entries: DemoEntry[] = PACK, said: { license?: string | null } = {}) {
      const file = { name: 'Orchard.iconpack', bytes: rawZip(entries) }
      const id = await backend.add({ license: 'MIT', ...said, file })
      const { data } = await backend.get(`/icon/${id}`)
      return { id, fileId: projectSchema.parse(data).file?.file_id ?? '' }
    },
    /** What the pack's list of icons tells. */
    offered: async (id: string) =>
      packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data).recolouring,
    download: (fileId: string, colour = TIDE) =>
      ask(`/file/${fileId}/variants/${colour}/Orchard.iconpack`),
    describe: async (fileId: string, colour = TIDE) =>
      colourVariantSchema.parse((await backend.get(`/file/${fileId}/variants/${colour}`)).data),
  }
}

/** Why a pack is not recoloured. */
export const reasonOf = ({ bytes }: RecolourAnswer) =>
  envelopeSchema.parse(JSON.parse(bytes.toString())).details?.['reason']
