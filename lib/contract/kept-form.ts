import { z } from 'zod'
import { idSchema } from './project.ts'

/** Forms that one account has kept at a time; the oldest is replaced. */
export const KEPT_FORMS_MAX = 10

/**
 * `POST /account/forms`: a form that was rejected without scripts, to be shown again with its values and errors, or
 * one that is previewed.
 * The content is the web app's own. Together with the envelope it fits into a JSON body of 64 KiB.
 */
export const keptFormSchema = z.object({ content: z.record(z.string().max(60), z.unknown()) })
export const keptFormIdSchema = z.object({ id: idSchema })
