import { NextIntlClientProvider } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { AdminResult } from '#lib/admin/outcome.ts'
import { type AdminSection, SECTION_NAMES, SECTIONS } from '#lib/admin/sections.ts'
import { hasRole, type Role } from '#lib/contract/admin/role.ts'

type Props = {
  section: AdminSection
  role: Role
  /** In place of the section’s own. */
  title?: string
  lead?: ReactNode
  result?: AdminResult | null
  children: ReactNode
}

/** A page of the administration: navigation, heading, the outcome of the last form, content. */
export async function AdminFrame({ section, role, title, lead, result, children }: Props) {
  const t = await getTranslations('admin')
  return (
    <div className="gap-10 pt-2 pb-16 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label={t('nav.label')} className="mb-6 lg:mb-0">
        <p className="mb-2 hidden px-3 text-sm text-content-muted lg:block">{t('nav.label')}</p>
        <ul className="flex gap-1 overflow-x-auto pb-1 lg:sticky lg:top-24 lg:flex-col lg:overflow-visible">
          {SECTION_NAMES.filter((name) => hasRole(role, SECTIONS[name].needs)).map((name) => (
            <li key={name} className="shrink-0">
              <Link
                href={SECTIONS[name].path}
                aria-current={name === section ? 'page' : undefined}
                className="block rounded-key px-3 py-2 text-sm hover:bg-surface-1 aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
              >
                {t(`nav.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 space-y-8">
        <header className="space-y-2">
          <h1 className="font-display text-2xl font-bold wrap-anywhere">
            {title ?? t(`${section}.title`)}
          </h1>
          <p className="max-w-prose text-content-muted">{lead ?? t(`${section}.lead`)}</p>
        </header>
        <Outcome result={result} />
        {/* Forms need the language, and no messages. */}
        <NextIntlClientProvider messages={{}}>{children}</NextIntlClientProvider>
      </div>
    </div>
  )
}

/** The regions exist before they are filled. */
async function Outcome({ result }: Pick<Props, 'result'>) {
  const t = await getTranslations('admin.outcome')
  const isDone = result?.outcome === 'done'
  const notice = result && <Notice tone={isDone ? 'success' : 'danger'}>{t(result.outcome)}</Notice>
  return (
    <div id="result" tabIndex={-1} className={result ? undefined : 'absolute'}>
      <div role="alert">{!isDone && notice}</div>
      <div role="status">{isDone && notice}</div>
    </div>
  )
}
