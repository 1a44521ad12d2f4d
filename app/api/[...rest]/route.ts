import { refuse } from '#lib/api/refuse.ts'

/**
 * Whatever no other handler below `/api/` answers: without this `[locale]` would take `api` for a
 * language, and `POST /api/login` would run the action of the sign-in page.
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
