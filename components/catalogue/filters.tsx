import { localePath } from '#lib/i18n/path.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { type ListView, viewQuery } from '#lib/catalogue/view.ts'
import { CATEGORIES, type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { filterSchema, SORT_DEFAULT, SORTS } from '#lib/contract/list.ts'
import { Chip } from '#components/ui/chip.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { AutoSubmitForm } from './auto-submit-client.tsx'

const field = 'h-10 rounded-key border border-line-strong bg-surface-1 px-3 text-sm'
const OS_FILTERS = filterSchema.shape.os.unwrap().options

type Props = { kind: Kind; view: ListView }

/** Sort and filters of a list; all of it stands in the address. */
export async function Filters({ kind, view }: Props) {
  const [t, os, category, locale] = await Promise.all([
    getTranslations('list'),
    getTranslations('os'),
    getTranslations('category'),
    getLocale(),
  ])
  const path = `/home/${KIND_TABLE[kind].path}`
  const chosen = filterSchema.keyof().options.flatMap((name) => {
    const value = view[name]
    return value === undefined ? [] : [{ name, value }]
  })
  const wording = (name: string, value: string) => {
    const known = OS_FILTERS.find((one) => one === value)
    if (name === 'os' && known) return os(known)
    const listed = CATEGORIES[kind].find((one) => one === value)
    if (name === 'category' && listed) return category(listed)
    return name === 'minimum_version' ? t('runsOn', { version: value }) : value
  }
  return (
    <div className="space-y-3">
      <AutoSubmitForm key={viewQuery(view)} action={localePath(locale, path)} label={t('filters')}>
        <Field label={t('sort.label')}>
          <select name="sort" defaultValue={view.sort ?? SORT_DEFAULT} className={field}>
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {t(`sort.${sort}`)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('os')}>
          <select name="os" defaultValue={view.os ?? ''} className={field}>
            <option value="">{t('any')}</option>
            {OS_FILTERS.map((one) => (
              <option key={one} value={one}>
                {os(one)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('category')}>
          <select name="category" defaultValue={view.category ?? ''} className={field}>
            <option value="">{t('any')}</option>
            {CATEGORIES[kind].map((one) => (
              <option key={one} value={one}>
                {category(one)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('version')}>
          <input
            name="minimum_version"
            defaultValue={view.minimum_version}
            pattern="\d{1,5}\.\d{1,5}\.\d{1,5}"
            title={t('versionHelp')}
            placeholder="2.0.0"
            inputMode="decimal"
            className={`${field} w-28 placeholder:text-content-faint`}
          />
        </Field>
        {view.author !== undefined && <input type="hidden" name="author" value={view.author} />}
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          {t('apply')}
        </button>
      </AutoSubmitForm>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map(({ name, value }) => (
            <li key={name}>
              <Chip
                tone="accent"
                href={`${path}${viewQuery({ ...view, [name]: undefined, after: undefined })}`}
              >
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
