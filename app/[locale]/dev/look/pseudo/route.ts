import { cookies } from 'next/headers'
import { PSEUDO_COOKIE } from '#lib/i18n/pseudo.ts'
import { isPseudo } from '#lib/i18n/pseudo-switch.ts'
import { paths } from '#lib/paths.ts'

/** Turns the pseudo-locale on or off for this browser; in development only. */
export async function GET(): Promise<Response> {
  if (process.env.NODE_ENV === 'production') return new Response(null, { status: 404 })
  const jar = await cookies()
  if (await isPseudo()) jar.delete(PSEUDO_COOKIE)
  else jar.set(PSEUDO_COOKIE, '1')
  return new Response(null, { status: 307, headers: { location: paths.look } })
}
