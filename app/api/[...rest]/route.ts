import { refuse } from '#lib/api/refuse.ts'

/**
 * Fallback below `/api/`. Without it `[locale]` would match `api`, and `POST /api/login` would run
 * the action of the sign-in page.
 */
const handle = () => refuse(404)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
