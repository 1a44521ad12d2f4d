import { z } from 'zod'

/** Pages of a list of what an account has. */
export const OWN_PAGES_MAX = 1000
/** Number of such a page. */
export const ownPageSchema = z.coerce.number().int().min(1).max(OWN_PAGES_MAX).default(1)
