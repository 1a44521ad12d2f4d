import { invitationCodeSchema } from '#lib/contract/admin/role.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

/** The code of an invitation to a role, if a path to return to is the page that accepts it. */
export function invitationIn(path: string | null): string | undefined {
  const url = URL.parse(path ?? '', 'http://site.invalid')
  const code = invitationCodeSchema.safeParse(url?.searchParams.get('code')).data
  if (!url || code === undefined) return undefined
  const page = localePath(localeOfPath(url.pathname), paths.invitation(code))
  return page.startsWith(`${url.pathname}?`) ? code : undefined
}
