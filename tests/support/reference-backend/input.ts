import valid from 'semver/functions/valid.js'
import { z } from 'zod'
import type { Api, Kind } from './api.ts'
import { invalidInput } from './call-error.ts'

/*
 * Input schemas. The OpenAPI document has the same rules as JSON Schema, except the categories of each
 * kind.
 */

export type ReferenceCategory = Api['create']['body']['category']
type Language = NonNullable<Api['create']['body']['language']>

export const KINDS = ['icon', 'plugin', 'profile', 'flexpage'] as const satisfies Kind[]

/** Extension of the project file; a plugin has a repository instead. */
export const FILE_ENDINGS = {
  icon: '.iconpack',
  plugin: null,
  profile: '.flexbar',
  flexpage: '.flexpage',
}

const CATEGORIES: Record<Kind, string> = {
  icon: 'interface weather media devices communication development commerce travel nature games people office other',
  plugin: 'audio streaming productivity development system communication smart_home games other',
  profile: 'design video audio development office streaming games other',
  flexpage: 'system media productivity development design streaming games other',
}
export const isCategoryOf = (kind: Kind, category: string) =>
  CATEGORIES[kind].split(' ').includes(category)

const line = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u)
const text = z.string().regex(/^[^\p{Cs}\0]*$/u)
export const id = z.string().regex(/^[\w-]{1,64}$/)
export const kind = z.enum(KINDS)
const minimumVersion = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)
/** `x.x.x`, or a pre-release by semver. */
const version = z
  .string()
  .max(64)
  .refine((text) => valid(text) === text)
const system = z.enum(['macos', 'windows', 'linux', 'other', 'all'])
const category = z.custom<ReferenceCategory>((value) =>
  KINDS.some((one) => isCategoryOf(one, String(value))),
)
const LANGUAGES =
  'en fr zh-Hans ja de ar bg bn ca cs da el es et eu fa fi gl he hi hr hu hy id is it ka ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr sv ta te th fil tr uk ur vi zh-Hant und'
const language = z.custom<Language>((value) => LANGUAGES.split(' ').includes(String(value)))
const limit = z.coerce.number().int().min(1).max(100).default(24)

const filters = {
  os: system.exclude(['all']).optional(),
  category: category.optional(),
  author: line.min(1).max(100).optional(),
  minimum_version: minimumVersion.optional(),
  after: z.string().optional(),
  limit,
}
export const listQuery = z.object({
  ...filters,
  sort: z.enum(['popular', 'downloads', 'recent', 'name', '-name']).default('popular'),
})
export const popularQuery = z.object({ kind: kind.optional(), limit })
export const searchQuery = z.object({
  ...filters,
  q: line.trim().max(200).default(''),
  kind: kind.optional(),
  sort: z.enum(['relevance', 'popular', 'recent', 'name', '-name']).default('relevance'),
})

const email = z.email().max(39)
const code = z.string().regex(/^\d{6}$/)
const password = z
  .string()
  .min(6)
  .max(20)
  .regex(/\p{L}/u)
  .regex(/\p{Nd}/u)
export const codeBody = z.object({ data: email })
export const registerBody = z.object({
  username: z.string().regex(/^[\w-]{4,20}$/),
  email,
  password,
  code,
})
export const logInBody = z.union([
  z.object({ account: line.min(1).max(39), password: z.string().min(1).max(20) }),
  z.object({ email, code }),
])
export const resetBody = z.object({ email, code, password })

export const recordBody = z.object({ kind, id, event: z.enum(['view', 'download', 'install']) })
export const uploadFields = z.object({
  purpose: z.enum(['project', 'cover', 'gallery']),
  /** Left, top, width and height of the cropped area, in pixels. */
  crop: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5}){3}$/)
    .optional(),
})
const platform = z.enum([
  'universal',
  'win32',
  'win32-x64',
  'win32-arm64',
  'win32-ia32',
  'darwin',
  'darwin-arm64',
  'darwin-x64',
  'linux',
  'linux-x64',
  'linux-arm64',
  'none',
])
export const createBody = z.object({
  title: line.min(1).max(200),
  tagline: line.max(80).optional(),
  description: text.max(8192),
  /** Nothing is detected here: without a language it is unknown. */
  language: language.nullish(),
  version,
  operating_systems: z.array(system).min(1).max(5),
  minimum_version: minimumVersion,
  category,
  tags: z.array(line.min(1).max(50)).max(20).default([]),
  file_id: id.optional(),
  cover_id: id,
  gallery_ids: z.array(id).min(1).max(3),
  /** Alternative texts of the pictures, the cover first. */
  alternative_texts: z.array(line.max(300)).max(4).optional(),
  notes: text.max(2000).optional(),
  package_systems: z
    .array(z.object({ file: line.min(1).max(300), platform }))
    .max(40)
    .nullish(),
  repository_url: z
    .string()
    .regex(/^https:\/\/github\.com\/[\w-]{1,39}\/[\w.-]{1,100}$/)
    .optional(),
})
/** Omitted fields stay unchanged; `partial` alone would keep the default of `tags`. */
export const updateBody = createBody
  .partial()
  .extend({ id, tags: createBody.shape.tags.unwrap().optional() })

/** @throws CallError 400 with the names of the invalid fields. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidInput(
    ...new Set(result.error.issues.map((issue) => String(issue.path[0] ?? 'body'))),
  )
}
