import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { localePath } from '#lib/i18n/path.ts'
import type { Path } from '#lib/paths.ts'

type Props = { path: Path; className: string; children: ReactNode }

/** A filter of a page of the administration: its fields are in the address. */
export async function FilterForm({ path, className, children }: Props) {
  return (
    <form
      action={localePath(await getLocale(), path)}
      className={`grid items-start gap-3 [&>button]:self-end ${className}`}
    >
      {children}
    </form>
  )
}
