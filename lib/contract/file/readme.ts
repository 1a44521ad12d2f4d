import { z } from 'zod'
import { README_MAX } from '#lib/contract/limits.ts'
import { SITE_LANGUAGES } from '#lib/contract/locale.ts'
import { idSchema, languageSchema, sitePathSchema } from '#lib/contract/project-parts.ts'
import { answeredText } from '#lib/contract/text.ts'

/** Pictures of a README that are imported, and their bytes in the repository together. */
export const README_PICTURES_MAX = 40
export const README_PICTURES_MAX_BYTES = 20 * 1024 * 1024
/** Longest path of a file in a repository, in characters. */
export const REPOSITORY_PATH_MAX = 1000

const repositoryPathSchema = answeredText.min(1).max(REPOSITORY_PATH_MAX)

/** Slashes and NUL that are encoded: servers differ in what they make of them. */
const AMBIGUOUS = /%(?:2f|5c|00)/i

/** A path in a repository as it stands in addresses: percent-encoded, in normal form, and inside of the repository. */
export const encodedPathSchema = z
  .string()
  .min(1)
  .max(REPOSITORY_PATH_MAX)
  .refine((path) => {
    const url = URL.parse(`./${path}`, 'https://github.com/a/')
    return url?.pathname === `/a/${path}` && !AMBIGUOUS.test(path)
  })

/** The hash of a commit, SHA-1 or SHA-256. */
export const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)

/** The README of a plugin's repository, at the commit of the release that is offered. */
export const readmeSchema = z.object({
  commit: commitSchema,
  fetched_at: z.iso.datetime(),
  /** The first one is for languages without a text of their own. */
  texts: z
    .array(
      z.object({
        /** As its file name says, or detected; `null` if unknown. */
        language: languageSchema.nullable().catch(null),
        /** Its file in the repository. */
        path: repositoryPathSchema,
        /** Markdown, untrusted. */
        text: answeredText.max(README_MAX),
        /** Whether the file goes on. */
        is_cut: z.boolean(),
      }),
    )
    .min(1)
    .max(SITE_LANGUAGES.length + 1),
  /** The pictures of the repository that the texts show and the site keeps. */
  pictures: z
    .array(
      z.object({
        file_id: idSchema.optional(),
        path: encodedPathSchema,
        url: sitePathSchema,
        width: z.number().int().positive(),
        height: z.number().int().positive(),
      }),
    )
    .max(README_PICTURES_MAX),
})
export type Readme = z.infer<typeof readmeSchema>
export type ReadmeText = Readme['texts'][number]

/** Pictures of a README that the form offers for cover and gallery. */
export const OFFERED_PICTURES_MAX = 12
/** What of a README is offered to the form. */
export const offeredReadmeSchema = z.object({
  commit: commitSchema,
  pictures: z
    .array(
      z.object({
        path: encodedPathSchema,
        /** Of the picture that the site keeps already. */
        url: sitePathSchema.nullish(),
      }),
    )
    .max(OFFERED_PICTURES_MAX),
})
export type OfferedPicture = z.infer<typeof offeredReadmeSchema>['pictures'][number]

/** The name of the file at a percent-encoded path. */
export function nameOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The folder of a file in a repository; empty for its root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
