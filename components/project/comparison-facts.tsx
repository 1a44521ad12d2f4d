import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Comparison } from '#lib/contract/compare/comparison.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { Platform } from './package-list.tsx'
import { Notes } from './versions.tsx'

/** A section of a comparison. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="space-y-4">
    <h2 className="font-display text-lg font-semibold">{title}</h2>
    {children}
  </section>
)

/** What it needs and how large it is, before and after, as far as that changed. */
export async function ComparedFacts({ comparison }: { comparison: Comparison }) {
  const [t, detail, os] = await getTexts('detail.compare', 'detail', 'os')
  const locale = await getLocale()
  const { before, after, license, minimum_version: minimum, systems, packages } = comparison
  const { dependencies } = comparison
  const bytes = (size: number | null | undefined) =>
    typeof size === 'number' ? formatBytes(size, locale) : t('none')
  const rows: [string, ReactNode, ReactNode, string][] = []
  if (minimum) {
    rows.push([detail('minimumVersion'), minimum.before ?? '–', minimum.after ?? '–', 'minimum'])
  }
  if (systems) {
    const named = (list: NonNullable<Comparison['systems']>['before']) =>
      (list ?? []).map((name) => os(name))
    rows.push([
      detail('os'),
      named(systems.before).join(', '),
      named(systems.after).join(', '),
      'os',
    ])
  }
  if (license) {
    rows.push([
      detail('license'),
      license.before ?? t('none'),
      license.after ?? t('none'),
      'license',
    ])
  }
  if (before.file && after.file && before.file.size !== after.file.size) {
    rows.push([t('size'), bytes(before.file.size), bytes(after.file.size), 'size'])
  }
  const needs = { before: dependencies.removed, after: dependencies.added }
  if (needs.before.length + needs.after.length > 0) {
    rows.push([t('needs'), needs.before.join(', ') || '–', needs.after.join(', ') || '–', 'needs'])
  }
  if (rows.length + packages.length === 0) return null
  return (
    <Part title={t('facts')}>
      <div className="overflow-x-auto">
        <table className="w-full max-w-3xl text-start text-sm">
          <thead>
            <tr className="border-b border-line text-content-muted">
              <th scope="col" className="w-1/3">
                <span className="sr-only">{t('facts')}</span>
              </th>
              <th className="py-2 pe-4 text-start font-normal">{t('before')}</th>
              <th className="py-2 text-start font-normal">{t('after')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(([label, then, now, key]) => (
              <Row key={key} label={label} before={then} after={now} />
            ))}
            {packages.map(({ platform, before: then, after: now }) => (
              <Row
                key={platform}
                label={
                  <>
                    {t('size')}, <Platform platform={platform} />
                  </>
                }
                before={bytes(then)}
                after={bytes(now)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}

const Row = ({ label, before, after }: Record<'label' | 'before' | 'after', ReactNode>) => (
  <tr>
    <th scope="row" className="py-2 pe-6 text-start font-normal text-content-muted">
      {label}
    </th>
    <td className="py-2 pe-4 wrap-anywhere tabular-nums">{before}</td>
    <td className="py-2 wrap-anywhere tabular-nums">{after}</td>
  </tr>
)

/** Notes that are rendered as Markdown; further ones are shown as they are. */
const RENDERED_MAX = 10

export async function NotesBetween({ notes, lang }: { notes: Comparison['notes']; lang: string }) {
  const [t, labels] = await getTexts('detail.compare', 'prose')
  const rendered = await Promise.all(
    notes.slice(0, RENDERED_MAX).map((one) => renderMarkdown(one.notes, 'notes')),
  )
  return (
    <Part title={t('notes')}>
      <ol className="divide-y divide-line border-y border-line">
        {notes.map(({ version, notes: text }, at) => (
          <li key={version} className="space-y-1 py-4">
            <p className="font-medium tabular-nums">{version}</p>
            <Notes
              {...{ lang, labels }}
              notes={text || '–'}
              html={rendered[at]?.html}
              prefix={`c${notes.length - at}`}
            />
          </li>
        ))}
      </ol>
    </Part>
  )
}
