import { z } from 'zod'
import { kindSchema } from './kind-schema.ts'
import { ABOUT_MAX, DISPLAY_NAME_MAX, LINK_MAX, LINKS_MAX } from './limits.ts'
import { nameSchema } from '#lib/contract/name/name-schema.ts'
import { authorSchema } from './project.ts'
import { answeredText, lineSchema, upTo } from './text.ts'

/** An `https` address of a site with a name, without credentials. */
export const linkSchema = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .max(LINK_MAX)
  .regex(/^https:\/\/[^@/?#]+(?:[/?#]|$)/)

/** `GET /index/author`: an author by name, regardless of case. */
export const authorQuerySchema = z.object({ author: authorSchema.shape.name })
export const authorProfileSchema = authorSchema.extend({
  /** Another author with projects, one of whose names looks like one of this author's; a verified one first. Optional. */
  same_name: authorSchema.pick({ name: true, display_name: true }).nullish().catch(null),
  /** What the author says of themselves: plain text, untrusted. */
  about: upTo(answeredText, ABOUT_MAX).default(''),
  links: z.array(linkSchema).max(LINKS_MAX).catch([]),
  /** Public projects and their downloads; only kinds with projects. */
  kinds: z
    .array(
      z.object({
        kind: kindSchema,
        projects: z.number().int().nonnegative(),
        downloads: z.number().int().nonnegative(),
      }),
    )
    .max(20),
})
export type AuthorProfile = z.infer<typeof authorProfileSchema>

/** `PUT /account/author`: replaces what the page of the account's author shows. */
export const changeAuthorRequestSchema = z.object({
  /** `null`, or an empty text, removes it; without the field it stays. */
  display_name: upTo(nameSchema.trim(), DISPLAY_NAME_MAX).nullish(),
  about: upTo(lineSchema.trim(), ABOUT_MAX),
  links: z.array(linkSchema).max(LINKS_MAX),
})
export type ChangeAuthorRequest = z.infer<typeof changeAuthorRequestSchema>
