import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Icon } from '#covers/icon.ts'

const require = createRequire(import.meta.url)

/** Paths of the installed sets. `scale` compensates for how much of their box the drawings fill. */
export const SETS = {
  lucide: { file: require.resolve('@iconify-json/lucide/icons.json'), scale: 1 },
  tabler: { file: require.resolve('@iconify-json/tabler/icons.json'), scale: 1 },
  ph: { file: require.resolve('@iconify-json/ph/icons.json'), scale: 1.06 },
  bi: { file: require.resolve('@iconify-json/bi/icons.json'), scale: 0.86 },
  iconoir: { file: require.resolve('@iconify-json/iconoir/icons.json'), scale: 1.02 },
  ri: { file: require.resolve('@iconify-json/ri/icons.json'), scale: 1.02 },
  mdi: { file: require.resolve('@iconify-json/mdi/icons.json'), scale: 1.02 },
  pixelarticons: { file: require.resolve('@iconify-json/pixelarticons/icons.json'), scale: 1 },
} as const
type SetName = keyof typeof SETS

const iconsSchema = z.object({
  icons: z.record(z.string(), z.object({ body: z.string(), hidden: z.boolean().optional() })),
  width: z.number().positive().default(16),
})
const infoSchema = z.object({
  name: z.string(),
  author: z.object({ name: z.string(), url: z.url() }),
  license: z.object({ spdx: z.enum(['MIT', 'ISC', 'Apache-2.0']), url: z.url() }),
})
const metadataSchema = z.object({
  categories: z.record(z.string(), z.array(z.string())).default({}),
})

export type IconSet = {
  name: string
  author: string
  url: string
  license: z.infer<typeof infoSchema>['license']['spdx']
  licenseUrl: string
  icons: Map<string, Icon>
  categories: Record<string, string[]>
}

const loaded = new Map<SetName, Promise<IconSet>>()

/** Loads an installed set once, without retired icons and icons with ids, which would collide. */
export function iconSet(name: SetName): Promise<IconSet> {
  const cached = loaded.get(name)
  if (cached) return cached
  const reading = load(name)
  loaded.set(name, reading)
  return reading
}

async function load(set: SetName): Promise<IconSet> {
  const { file, scale } = SETS[set]
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(dirname(file), name), 'utf8'))
  const { icons, width } = iconsSchema.parse(await read('icons.json'))
  const info = infoSchema.parse(await read('info.json'))
  const { categories } = metadataSchema.parse(await read('metadata.json'))
  const drawings = Object.entries(icons)
    .filter(([, icon]) => !icon.hidden && !icon.body.includes(' id="'))
    .map(([name, { body }]) => [name, { name, body, size: width, scale }] as const)
  return {
    name: info.name,
    author: info.author.name,
    url: info.author.url,
    license: info.license.spdx,
    licenseUrl: info.license.url,
    icons: new Map(drawings),
    categories,
  }
}

/** @throws Error if the set has no icon with this name. */
export function iconOf(set: IconSet, name: string): Icon {
  const icon = set.icons.get(name)
  if (!icon) throw new Error(`${set.name} has no icon "${name}".`)
  return icon
}

/** The icon as an SVG file. */
export function iconFile(icon: Icon): string {
  const box = `width="${icon.size}" height="${icon.size}" viewBox="0 0 ${icon.size} ${icon.size}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${icon.body}</svg>\n`
}
