import { z } from 'zod'
import { versionSchema } from './project.ts'

/** The strip of the device, in pixels. */
export const DEVICE = { width: 2170, height: 60 } as const
/** Number of the container format this module reads and writes. */
export const FORMAT_VERSION = 1
/** Entries that every container has at its root. */
export const MANIFEST_FILE = 'manifest.json'
export const LICENSE_FILE = 'LICENSE.txt'

/** Path of an icon inside the archive: lower-case, flat, always an SVG. */
export const iconFileSchema = z.string().regex(/^icons\/[a-z0-9]+(?:-[a-z0-9]+)*\.svg$/)
const colourSchema = z.string().regex(/^#[0-9a-f]{6}$/)
const nameSchema = z.string().min(1).max(200)

const head = {
  format_version: z.literal(FORMAT_VERSION),
  name: nameSchema,
  version: versionSchema,
  author: z.string().min(1).max(100),
  /** Oldest version of the application that opens the container. */
  minimum_version: versionSchema,
  /** SPDX identifier; the text itself is `LICENSE.txt`. */
  license: z.string().min(1).max(60),
  attribution: z.string().max(500).optional(),
}

/** `manifest.json` of an `.iconpack`. */
export const iconPackManifestSchema = z.object({
  format: z.literal('iconpack'),
  ...head,
  source: z.object({ name: nameSchema, author: nameSchema, url: z.url() }),
  icons: z
    .array(z.object({ name: z.string().min(1).max(100), file: iconFileSchema }))
    .min(1)
    .max(1000)
    .refine((icons) => new Set(icons.map((icon) => icon.file)).size === icons.length, {
      message: 'every icon has a file of its own',
    }),
})

/** What happens when a key is touched, or what it goes on showing. */
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
    /** Distance of the left edge from the strip's left end, in pixels. */
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
    .refine(
      (keys) =>
        keys.every(
          (key, i) => i === 0 || key.x >= (keys[i - 1]?.x ?? 0) + (keys[i - 1]?.width ?? 0),
        ),
      { message: 'keys stand from left to right and do not overlap' },
    ),
})

const strip = {
  ...head,
  device: z.object({ width: z.literal(DEVICE.width), height: z.literal(DEVICE.height) }),
}
const hasTargets = (manifest: { pages: z.infer<typeof pageSchema>[] }) => {
  const ids = new Set(manifest.pages.map((page) => page.id))
  return (
    ids.size === manifest.pages.length &&
    manifest.pages.every((page) =>
      page.keys.every(({ action }) => action.type !== 'page' || ids.has(action.page)),
    )
  )
}

/** `manifest.json` of a `.flexbar`: a profile with one page or more. */
export const profileManifestSchema = z
  .object({ format: z.literal('profile'), ...strip, pages: z.array(pageSchema).min(1).max(50) })
  .refine(hasTargets, { message: 'page ids are unique and every page action has its page' })

/** `manifest.json` of a `.flexpage`: exactly one page. */
export const flexpageManifestSchema = z
  .object({ format: z.literal('flexpage'), ...strip, pages: z.array(pageSchema).length(1) })
  .refine(hasTargets, { message: 'a single page opens no other page' })

/** The pages of a profile's or a page's manifest. */
export const pagesInManifestSchema = profileManifestSchema.shape.pages

/** The manifest of any container; `format` says which. */
export const manifestSchema = z.discriminatedUnion('format', [
  iconPackManifestSchema,
  profileManifestSchema,
  flexpageManifestSchema,
])
