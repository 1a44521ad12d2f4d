import { z } from 'zod'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { LICENSE_MAX } from '#lib/contract/limits.ts'
import { ICON_LABEL_MAX } from '#lib/contract/name/icon-label.ts'
import { upTo } from '#lib/contract/text.ts'
import { minimumVersionSchema, versionSchema } from '#lib/contract/version/version-schema.ts'

/** The strip of the device, in pixels. */
export const DEVICE = { width: 2170, height: 60 } as const
/** Versions of the container format. The lowest one whose readers understand the content is written (docs/formats.md). */
export const FORMAT_VERSION = 1
export const SECOND_FORMAT_VERSION = 2
export const THIRD_FORMAT_VERSION = 3
/** Icons per pack. */
export const PACK_ICONS_MAX = 10_000
/** Tags of an icon, and characters of each. */
export const ICON_TAGS_MAX = 20
export const ICON_TAG_MAX = 60
/** What a manifest may need, and characters of an id in it. */
export const REQUIRES_MAX = 20
export const REQUIRED_ID_MAX = 200
/** Entries at the root of every container. */
export const MANIFEST_FILE = 'manifest.json'
export const LICENSE_FILE = 'LICENSE.txt'

/** Path of an icon inside the archive: lower-case, flat; a picture other than SVG in the second version only. */
export const ICON_FILE = /^icons\/([a-z0-9]+(?:-[a-z0-9]+)*)\.(?:svg|png|webp|jpg|gif)$/
export const iconFileSchema = z.string().regex(ICON_FILE)
/** The name of the icon with this path. */
export const iconNameOf = (file: string) => ICON_FILE.exec(file)?.[1] ?? ''
export const colourSchema = z.string().regex(/^#[0-9a-f]{6}$/)
const nameSchema = z.string().min(1).max(200)
/** Whether an icon is a picture other than SVG. */
export const isRasterIcon = (file: string) => !file.endsWith('.svg')
const NEEDS_SECOND =
  'icons other than SVG, keys that overlap and packs without a source need version 2'

/** A project that a container needs. */
export const requirementSchema = z.object({
  kind: kindSchema,
  /** Of a project of the catalogue, or of a plugin in its manifest. */
  id: z.string().regex(/^\S+$/).max(REQUIRED_ID_MAX),
  /** The lowest version that is enough; any without it. */
  minimum: versionSchema.optional(),
})
export type Requirement = z.infer<typeof requirementSchema>
export const requirementKey = ({ kind, id }: Requirement) => `${kind} ${id}`

/** The version that a manifest is written in. @param needsSecond whether it has anything that version 1 lacks. */
export const formatVersionOf = (needsSecond: boolean, requires: Requirement[] = []) => {
  if (requires.length > 0) return THIRD_FORMAT_VERSION
  return needsSecond ? SECOND_FORMAT_VERSION : FORMAT_VERSION
}

const head = {
  format_version: z.literal([FORMAT_VERSION, SECOND_FORMAT_VERSION, THIRD_FORMAT_VERSION]),
  name: nameSchema,
  version: versionSchema,
  author: z.string().min(1).max(100),
  /** Oldest version of the application that opens the container. */
  minimum_version: minimumVersionSchema,
  /** SPDX identifier; the text is in `LICENSE.txt`. */
  license: z.string().min(1).max(LICENSE_MAX),
  attribution: z.string().max(500).optional(),
  /** Of version 3; readers of the others ignore it. */
  requires: z
    .array(requirementSchema)
    .max(REQUIRES_MAX)
    .refine((all) => new Set(all.map(requirementKey)).size === all.length, {
      message: 'every project is named once',
    })
    .optional(),
}

/** `manifest.json` of an `.iconpack`. */
export const iconPackManifestSchema = z
  .object({
    format: z.literal('iconpack'),
    ...head,
    /** May be missing in the second version. */
    source: z.object({ name: nameSchema, author: nameSchema, url: z.url() }).optional(),
    icons: z
      .array(
        z.object({
          name: z.string().min(1).max(100),
          /** Its name as its author wrote it, where `file` says less. Readers of former releases ignore it. */
          label: upTo(z.string().min(1), ICON_LABEL_MAX).optional(),
          file: iconFileSchema,
          /** Further words that the icon is found by. */
          tags: z.array(z.string().min(1).max(ICON_TAG_MAX)).max(ICON_TAGS_MAX).optional(),
        }),
      )
      .min(1)
      .max(PACK_ICONS_MAX)
      .refine((icons) => new Set(icons.map((icon) => icon.file)).size === icons.length, {
        message: 'every icon has a file of its own',
      }),
  })
  .refine(
    ({ format_version, source, icons }) =>
      format_version !== FORMAT_VERSION ||
      (source !== undefined && icons.every(({ file }) => !isRasterIcon(file))),
    { message: NEEDS_SECOND, path: ['format_version'] },
  )

/** What a key does when it is touched, or displays. */
export const actionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hotkey'), keys: z.array(z.string().min(1).max(20)).min(1).max(5) }),
  z.object({ type: z.literal('text'), text: z.string().min(1).max(2000) }),
  z.object({ type: z.literal('page'), page: z.string().min(1).max(40) }),
  z.object({ type: z.literal('command'), name: z.string().regex(/^[a-z]+(?:[._][a-z0-9]+)*$/) }),
  z.object({ type: z.literal('display'), source: z.string().regex(/^[a-z]+(?:[._][a-z0-9]+)*$/) }),
])
export type Action = z.infer<typeof actionSchema>

const keySchema = z
  .object({
    /** Left edge on the strip, in pixels. */
    x: z.number().int().min(0),
    width: z.number().int().min(30).max(DEVICE.width),
    icon: iconFileSchema.nullable(),
    label: z.string().max(40),
    background: colourSchema,
    foreground: colourSchema,
    action: actionSchema,
  })
  .refine((key) => key.x + key.width <= DEVICE.width, { message: 'a key ends on the strip' })

const pageSchema = z.object({
  id: z.string().min(1).max(40),
  name: nameSchema,
  keys: z
    .array(keySchema)
    .min(1)
    .max(60)
    .refine((keys) => keys.every((key, i) => i === 0 || key.x >= (keys[i - 1]?.x ?? 0)), {
      message: 'keys stand from left to right',
    }),
})
type Page = z.infer<typeof pageSchema>

/** Whether keys of a page overlap. */
export const hasOverlap = ({ keys }: Pick<Page, 'keys'>) =>
  keys.some((key, i) => i > 0 && key.x < (keys[i - 1]?.x ?? 0) + (keys[i - 1]?.width ?? 0))

const strip = {
  ...head,
  device: z.object({ width: z.literal(DEVICE.width), height: z.literal(DEVICE.height) }),
}
type Strip = { format_version: number; pages: Page[] }

/** Page ids are unique, page actions refer to existing pages, and version 1 contains only what it allows. */
function checkStrip({ format_version, pages }: Strip, ctx: z.RefinementCtx): void {
  const ids = new Set<string>()
  for (const [at, { id }] of pages.entries()) {
    if (ids.has(id))
      ctx.addIssue({ code: 'custom', message: 'used twice', path: ['pages', at, 'id'] })
    ids.add(id)
  }
  for (const [at, { keys }] of pages.entries()) {
    for (const [place, { action }] of keys.entries()) {
      if (action.type !== 'page' || ids.has(action.page)) continue
      const path = ['pages', at, 'keys', place, 'action', 'page']
      ctx.addIssue({ code: 'custom', message: 'no such page', path })
    }
  }
  if (format_version === FORMAT_VERSION && needsSecondVersion(pages)) {
    ctx.addIssue({ code: 'custom', message: NEEDS_SECOND, path: ['format_version'] })
  }
}

/** Whether pages contain anything that version 1 lacks. */
export const needsSecondVersion = (pages: Page[]) =>
  pages.some((page) => hasOverlap(page) || page.keys.some(({ icon }) => icon && isRasterIcon(icon)))

/** `manifest.json` of a `.flexbar`: a profile with one or more pages. */
export const profileManifestSchema = z
  .object({ format: z.literal('profile'), ...strip, pages: z.array(pageSchema).min(1).max(50) })
  .superRefine(checkStrip)

/** `manifest.json` of a `.flexpage`: exactly one page. */
export const flexpageManifestSchema = z
  .object({ format: z.literal('flexpage'), ...strip, pages: z.array(pageSchema).length(1) })
  .superRefine(checkStrip)

/** The pages in the manifest of a profile or flexible page. */
export const pagesInManifestSchema = profileManifestSchema.shape.pages

/** The manifests with pages, discriminated by `format`. */
export const stripManifestSchema = z.discriminatedUnion('format', [
  profileManifestSchema,
  flexpageManifestSchema,
])

/** The manifest of any container. */
export const manifestSchema = z.discriminatedUnion('format', [
  iconPackManifestSchema,
  stripManifestSchema,
])
