import { z } from 'zod'
import { rawZip } from './raw-zip.ts'

/** Contents by path. */
export type Files = Record<string, string>

/** An archive as the maker's tool streams it: sizes follow the bytes, and folders have entries of their own. */
function pack(folders: string[], files: Files) {
  const streamed = { isDeflated: true, descriptor: 'signed' } as const
  const entries = Object.entries(files).map(([path, content]) => ({ path, content, ...streamed }))
  return rawZip([...folders.map((path) => ({ path })), ...entries])
}

/** `plugin pack`: the folder of a plugin of the first generation, by the name of its asset. */
export const packFirst = (uuid: string, files: Files): Record<string, Uint8Array> => ({
  [`${uuid}.flexplugin`]: pack(['backend/', 'resources/', 'ui/'], files),
})

const manifestSchema = z.object({
  name: z.string(),
  native: z.boolean().default(false),
  platforms: z.array(z.string()).default([]),
})
const COPIED = /^(?:assets\/|locales\/|manifest\.json$|package\.json$)/

/**
 * `plugin-v2 build` and `pack`, once for each platform of a plugin with native code: what is copied from the repository, and what was
 * built, by the names of the assets.
 */
export function packSecond(repository: Files, built: Files): Record<string, Uint8Array> {
  const manifest = manifestSchema.parse(JSON.parse(repository['manifest.json'] ?? ''))
  const copied = Object.entries(repository).filter(([path]) => COPIED.test(path))
  const bytes = pack(['locales/', 'src/', 'src/backend/'], {
    ...Object.fromEntries(copied),
    'src/backend/index.js': '//',
    ...built,
  })
  const name = manifest.name.replaceAll(/[^a-zA-Z0-9._-]/g, '-')
  const platforms = manifest.native ? manifest.platforms : ['universal']
  return Object.fromEntries(platforms.map((platform) => [`${name}-${platform}.flexplugin`, bytes]))
}
