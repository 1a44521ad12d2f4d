import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { categorySchema } from '#lib/contract/kind-schema.ts'
import { CATEGORIES, type Kind } from '#lib/contract/kind.ts'
import { filterSchema, OS_FILTERS, type Sort } from '#lib/contract/list.ts'
import { shownName } from '#lib/contract/name/name.ts'
import type { Author } from '#lib/contract/project.ts'
import type { SearchSort } from '#lib/contract/search.ts'
import { localePath } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import type { Path } from '#lib/paths.ts'
import { AutoSubmitForm } from './auto-submit-client.tsx'

type Filter = keyof z.infer<typeof filterSchema>

type Props = {
  /** Path of the list, without language and query. */
  path: Path
  /** Kind whose categories are offered; none without it. */
  kind?: Kind
  sorts: readonly (Sort | SearchSort)[]
  sort: Sort | SearchSort
  chosen: z.infer<typeof filterSchema>
  /** The author of the filter, if known. */
  author?: Author | null | undefined
  /** Further parameters that stay in the address. */
  extra?: Record<string, string | undefined>
  /** Query string without a filter. */
  without: (filter: Filter) => string
}

/** Id of the sheet. */
const SHEET = 'filters'

/**
 * Sort and filters of a list, all of them in the address: a form in the page, on phones a sheet that a button opens, a popover that
 * needs no scripts (app/lists.css). Its parts are placed by what is around them.
 */
export async function Filters(props: Props) {
  const { path, kind, sorts, sort, chosen, author, extra = {}, without } = props
  const [t, os, category] = await getTexts('list', 'os', 'category')
  const locale = await getLocale()
  const set = filterSchema.keyof().options.flatMap((name) => {
    const value = chosen[name]
    return value === undefined ? [] : [{ name, value }]
  })
  // Filters without a field.
  const hidden = { author: chosen.author, ...(!kind && { category: chosen.category }) }
  return (
    <>
      <button type="button" popoverTarget={SHEET} className="filters-button">
        <Icon name="filters" className="size-5" />
        <span>{t('filters')}</span>
        {set.length > 0 && <span className="number">{t('number', { count: set.length })}</span>}
      </button>
      <div id={SHEET} popover="auto" className="filters-sheet">
        <AutoSubmitForm
          key={JSON.stringify([sort, chosen, extra])}
          action={localePath(locale, path)}
          label={t('filters')}
        >
          <Field label={t('sort.label')}>
            <select name="sort" defaultValue={sort} className="field">
              {sorts.map((option) => (
                <option key={option} value={option}>
                  {t(`sort.${option}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('os')}>
            <select name="os" defaultValue={chosen.os ?? ''} className="field">
              <option value="">{t('any')}</option>
              {OS_FILTERS.map((option) => (
                <option key={option} value={option}>
                  {os(option)}
                </option>
              ))}
            </select>
          </Field>
          {kind && (
            <Field label={t('category')}>
              <select name="category" defaultValue={chosen.category ?? ''} className="field">
                <option value="">{t('any')}</option>
                {CATEGORIES[kind].map((option) => (
                  <option key={option} value={option}>
                    {category(option)}
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
              className="field w-full sm:w-28"
            />
          </Field>
          {Object.entries({ ...extra, ...hidden }).map(
            ([name, value]) =>
              value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <Button
            type="submit"
            variant="secondary"
            className={`apply group-data-changed/filters:bg-accent-fill group-data-changed/filters:text-accent-on ${kind ? 'max-sm:col-span-2' : ''}`}
          >
            {t('apply')}
          </Button>
        </AutoSubmitForm>
      </div>
      {set.length > 0 && <SetFilters {...{ set, path, without, author }} />}
    </>
  )
}

type SetProps = Pick<Props, 'path' | 'without' | 'author'> & {
  set: { name: Filter; value: string }[]
}

/** The filters that are set, each a link that removes it. */
async function SetFilters({ set, path, without, author }: SetProps) {
  const [t, os, category] = await getTexts('list', 'os', 'category')
  const wording = (name: Filter, value: string) => {
    const system = OS_FILTERS.find((option) => option === value)
    if (name === 'os' && system) return os(system)
    const listedCategory = categorySchema.options.find((option) => option === value)
    if (name === 'category' && listedCategory) return category(listedCategory)
    if (name === 'author' && author) return shownName(author)
    return name === 'minimum_version' ? t('runsOn', { version: value }) : value
  }
  return (
    <ul data-router className="flex flex-wrap gap-2">
      {set.map(({ name, value }) => (
        <li key={name}>
          <Chip tone="accent" href={`${path}${without(name)}`}>
            <bdi className="max-w-60 truncate">{wording(name, value)}</bdi>
            <Icon name="x" /> <span className="sr-only">({t('remove')})</span>
          </Chip>
        </li>
      ))}
    </ul>
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
