import { getTranslations } from 'next-intl/server'
import { parseAdminResult } from '#lib/admin/outcome.ts'
import { type AdminSection, SECTIONS } from '#lib/admin/sections.ts'
import { requireRole } from '#lib/sign-in/current.ts'
import type { Path } from '#lib/paths.ts'

type Translate = Awaited<ReturnType<typeof getTranslations<'admin'>>>
type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ locale: string }>; searchParams: Promise<Query> }

/** Metadata of a page of the administration, which no search engine shows. */
export const adminMetadata = (title: AdminSection | ((t: Translate) => string)) => async () => {
  const t = await getTranslations('admin')
  return {
    title: typeof title === 'string' ? t(`${title}.title`) : title(t),
    robots: { index: false, follow: false },
  }
}

/**
 * Opens a page of the administration for an account with the role of its section; for others it does not exist.
 * @param page its address, where it is a page below the section's.
 * @returns also `frame`, the properties of `AdminFrame`, and `given`, the query.
 */
export async function openAdmin(
  section: AdminSection,
  { params, searchParams }: Props,
  page: Path = SECTIONS[section].path,
) {
  const [{ locale }, given] = await Promise.all([params, searchParams])
  const { token, role, path } = await requireRole(locale, page, SECTIONS[section].needs)
  const frame = { section, role, result: parseAdminResult(given['result']) }
  return { locale, given, token, role, path, frame }
}
