import { mergeIconData } from '@iconify/utils/lib/icon/merge'
import { iconToSVG } from '@iconify/utils/lib/svg/build'
import { iconToHTML } from '@iconify/utils/lib/svg/html'
import { z } from 'zod'
import { ArchiveError, displayName } from './error.ts'

/** Longest chain of aliases; those of real sets have two links. */
const CHAIN_MAX = 10
const SIZE_MAX = 1_000_000

const recordSchema = z.record(z.string(), z.unknown())
const length = z.number().positive().max(SIZE_MAX).optional()
const position = z.number().min(-SIZE_MAX).max(SIZE_MAX).optional()
const dimensionsSchema = z.object({ left: position, top: position, width: length, height: length })
const properties = {
  ...dimensionsSchema.shape,
  rotate: z.number().int().min(-1000).max(1000).optional(),
  hFlip: z.boolean().optional(),
  vFlip: z.boolean().optional(),
  hidden: z.boolean().optional(),
}
const iconSchema = z.object({ body: z.string().min(1), ...properties })
const aliasSchema = z.object({ parent: z.string(), ...properties })
type Alias = z.infer<typeof aliasSchema>

/** A set as Iconify publishes it; its icons and aliases are parsed one by one. */
const setSchema = z.object({
  prefix: z.string().min(1),
  icons: recordSchema,
  aliases: recordSchema.optional(),
  ...dimensionsSchema.shape,
  info: recordSchema.optional().catch(undefined),
  categories: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
  /** A field of ours (services/pack-export): the names of icons as their authors wrote them. */
  labels: z.record(z.string(), z.string()).optional().catch(undefined),
})
export type IconifySet = z.infer<typeof setSchema>

/** An icon of a set with what it inherits. */
type Resolved = z.infer<typeof iconSchema>
export type IconifyIcon = {
  name: string
  /** Names of aliases with the same drawing. */
  aliases: string[]
  svg: () => string
}

/**
 * @param entry name of the file, for the message.
 * @throws ArchiveError `manifest_field`.
 */
export function parseSet(json: unknown, entry: string): IconifySet {
  return parse(setSchema, json, { entry, path: [] })
}

/** How many icons and aliases a set has. */
export const countRecords = ({ icons, aliases = {} }: IconifySet) =>
  Object.keys(icons).length + Object.keys(aliases).length

/**
 * The icons of a set that are not hidden. An alias that is drawn like another icon is a further name of it; one that is turned or
 * flipped, or has a box of its own, is an icon.
 * @returns also the aliases that lead to no icon.
 * @throws ArchiveError `manifest_field`.
 */
export function listIcons(set: IconifySet, entry: string) {
  const icons = new Map<string, Resolved>()
  for (const [name, icon] of Object.entries(set.icons)) {
    icons.set(name, parse(iconSchema, icon, { entry, path: ['icons', name] }))
  }
  const aliases = new Map<string, Alias>()
  for (const [name, alias] of Object.entries(set.aliases ?? {})) {
    if (icons.has(name)) continue
    aliases.set(name, parse(aliasSchema, alias, { entry, path: ['aliases', name] }))
  }
  const defaults = { body: '', ...dimensionsSchema.parse(set) }
  const listed = new Map<string, IconifyIcon>()
  const broken: string[] = []
  const list = (name: string, root: string, resolved: Resolved) => {
    if (resolved.hidden) return
    const { rotate, hFlip, vFlip, ...box } = resolved
    const key = JSON.stringify([
      root,
      rotate,
      hFlip,
      vFlip,
      box.left,
      box.top,
      box.width,
      box.height,
    ])
    const known = listed.get(key)
    if (known) known.aliases.push(name)
    else listed.set(key, { name, aliases: [], svg: () => render(resolved) })
  }
  for (const [name, icon] of icons) list(name, name, mergeIconData<Resolved>(defaults, icon))
  for (const name of aliases.keys()) {
    const found = resolveAlias(name, icons, aliases)
    if (found) list(name, found.root, mergeIconData<Resolved>(defaults, found.icon))
    else broken.push(name)
  }
  return { icons: [...listed.values()], broken }
}

/** What an alias makes of an icon; null for one that leads to none, or in circles. */
function resolveAlias(
  alias: string,
  icons: ReadonlyMap<string, Resolved>,
  aliases: ReadonlyMap<string, Alias>,
): { root: string; icon: Resolved } | null {
  const chain: Alias[] = []
  let name = alias
  while (chain.length <= CHAIN_MAX) {
    const root = icons.get(name)
    if (root) {
      const icon = chain.reduceRight<Resolved>((parent, link) => mergeIconData(parent, link), root)
      return { root: name, icon }
    }
    const link = aliases.get(name)
    if (!link) return null
    chain.push(link)
    name = link.parent
  }
  return null
}

/**
 * The drawing of an icon, in the box that its transformations give it. The body is put into the group afterwards: the library takes
 * definitions out of it, and does not end for some bodies.
 */
function render({ body, ...icon }: Resolved): string {
  const { body: group, attributes } = iconToSVG(
    { ...icon, body: '' },
    { width: 'auto', height: 'auto' },
  )
  const content = group === '' ? body : group.replace('></g>', () => `>${body}</g>`)
  return `${iconToHTML(content, { ...attributes })}\n`
}

/** The schema's output. @throws ArchiveError `manifest_field` with the first field that is not valid. */
function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { entry, path }: { entry: string; path: string[] },
): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const field = displayName([...path, ...(issue?.path ?? [])].join('.'))
  throw new ArchiveError('manifest_field', { entry, field })
}
