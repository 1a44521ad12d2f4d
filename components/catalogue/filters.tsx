import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { buttonClass } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { CATEGORIES, categorySchema, type Kind } from '#lib/contract/kind.ts'
import { filterSchema, OS_FILTERS } from '#lib/contract/list.ts'
import type { SearchSort } from '#lib/contract/search.ts'
import { localePath } from '#lib/i18n/path.ts'
import { AutoSubmitForm } from './auto-submit-client.tsx'

const field = 'h-10 rounded-key border border-line-strong bg-surface-1 px-3 text-sm'

type Filter = keyof z.infer<typeof filterSchema>

type Props = {
  /** The page that lists, without its language and query. */
  path: string
  /** Whose categories can be chosen; without it none can. */
  kind?: Kind
  sorts: readonly SearchSort[]
  sort: SearchSort
  chosen: z.infer<typeof filterSchema>
  /** What stands in the address besides, and stays there. */
  kept?: Record<string, string | undefined>
  /** The query string when a filter is taken back. */
  without: (filter: Filter) => string
}

/** Sort and filters of a list; all of it stands in the address. */
export async function Filters(props: Props) {
  const { path, kind, sorts, sort, chosen, kept = {}, without } = props
  const [t, os, category, locale] = await Promise.all([
    getTranslations('list'),
    getTranslations('os'),
    getTranslations('category'),
    getLocale(),
  ])
  const set = filterSchema.keyof().options.flatMap((name) => {
    const value = chosen[name]
    return value === undefined ? [] : [{ name, value }]
  })
  const wording = (name: Filter, value: string) => {
    const known = OS_FILTERS.find((one) => one === value)
    if (name === 'os' && known) return os(known)
    const listed = categorySchema.options.find((one) => one === value)
    if (name === 'category' && listed) return category(listed)
    return name === 'minimum_version' ? t('runsOn', { version: value }) : value
  }
  return (
    <div className="space-y-3">
      <AutoSubmitForm
        key={JSON.stringify([sort, chosen, kept])}
        action={localePath(locale, path)}
        label={t('filters')}
      >
        <Field label={t('sort.label')}>
          <select name="sort" defaultValue={sort} className={field}>
            {sorts.map((one) => (
              <option key={one} value={one}>
                {t(`sort.${one}`)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('os')}>
          <select name="os" defaultValue={chosen.os ?? ''} className={field}>
            <option value="">{t('any')}</option>
            {OS_FILTERS.map((one) => (
              <option key={one} value={one}>
                {os(one)}
              </option>
            ))}
          </select>
        </Field>
        {kind && (
          <Field label={t('category')}>
            <select name="category" defaultValue={chosen.category ?? ''} className={field}>
              <option value="">{t('any')}</option>
              {CATEGORIES[kind].map((one) => (
                <option key={one} value={one}>
                  {category(one)}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field label={t('version')}>
          <input
            name="minimum_version"
            defaultValue={chosen.minimum_version}
            pattern="\d{1,5}\.\d{1,5}\.\d{1,5}"
            title={t('versionHelp')}
            placeholder="2.0.0"
            inputMode="decimal"
            className={`${field} w-full placeholder:text-content-faint sm:w-28`}
          />
        </Field>
        {Object.entries({ ...kept, author: chosen.author }).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {/* Alone in its row on a phone where there are four fields before it. */}
        <button
          type="submit"
          className={`${buttonClass({ variant: 'secondary' })} ${kind ? 'max-sm:col-span-2' : ''}`}
        >
          {t('apply')}
        </button>
      </AutoSubmitForm>
      {set.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {set.map(({ name, value }) => (
            <li key={name}>
              <Chip tone="accent" href={`${path}${without(name)}`}>
                <bdi className="max-w-60 truncate">{wording(name, value)}</bdi>
                <Icon name="x" />
                <span className="sr-only">{t('remove')}</span>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is the child
    <label className="flex flex-col gap-1 text-xs font-medium text-content-muted">
      {label}
      {children}
    </label>
  )
}
