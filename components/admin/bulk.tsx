import { getTranslations } from 'next-intl/server'
import { Fragment, type ReactNode } from 'react'
import { Field } from '#components/ui/field-client.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { When } from '#components/ui/when.tsx'
import { getTexts } from '#lib/i18n/translations.ts'
import {
  type Bulk,
  BULK_ACTIONS,
  type BulkAction,
  type BulkFilter,
  type BulkPreview,
  type KeptFilter,
} from '#lib/contract/admin/bulk.ts'
import { paths } from '#lib/paths.ts'
import { FilterForm } from './filter-form.tsx'
import { AdminForm, Submit } from './form.tsx'
import { type FilterProps, ProjectFilterFields } from './project-filter.tsx'
import { ReasonField } from './reason-field.tsx'

/** Which projects. */
export async function BulkFilterForm({ typed, isWrong }: FilterProps) {
  const t = await getTranslations('admin.bulk')
  return (
    <FilterForm path={paths.adminBulk()} className="sm:grid-cols-2 xl:grid-cols-4">
      <SelectField
        id="bulk-action"
        name="action"
        label={t('action')}
        defaultValue={typed['action']}
        options={BULK_ACTIONS.map((value) => ({ value, label: t(`actions.${value}`) }))}
      />
      <ProjectFilterFields id="bulk" typed={typed} isWrong={isWrong} />
      <Submit>{t('show')}</Submit>
    </FilterForm>
  )
}

type PreviewProps = {
  query: BulkFilter & { action: BulkAction }
  preview: BulkPreview
  to: string
  done: string
}

/** What the filter matches, and the form that starts. */
export async function BulkPreviewed({ query, preview, to, done }: PreviewProps) {
  const t = await getTranslations('admin.bulk')
  const { projects, accounts, sample, is_everything: isEverything } = preview
  if (projects === 0) return <p className="text-sm text-content-muted">{t('nothing')}</p>
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return (
    <div className="space-y-5">
      <p>
        {t('projectCount', { count: projects })} · {t('accountCount', { count: accounts })}
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface-1 text-sm">
        {sample.map(({ kind, id, title, author }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 wrap-anywhere">
            {query.action === 'hide' ? (
              <TextLink href={paths.detail({ kind, id })}>
                <bdi>{title}</bdi>
              </TextLink>
            ) : (
              <bdi>{title}</bdi>
            )}
            <TextLink href={paths.adminAccount(author)} className="text-content-muted">
              <bdi>{author}</bdi>
            </TextLink>
          </li>
        ))}
        {projects > sample.length && (
          <li className="px-4 py-2 text-content-muted">
            {t('more', { count: projects - sample.length })}
          </li>
        )}
      </ul>
      <AdminForm form="bulk" to={to} done={done} fields={Object.fromEntries(fields)}>
        <ReasonField id="bulk-reason" help={t('reasonHelp')} />
        {isEverything && (
          <div className="max-w-sm">
            <Field
              id="bulk-confirm"
              name="confirm"
              inputMode="numeric"
              label={t('confirm', { count: String(projects) })}
              help={t('confirmHelp')}
              autoComplete="off"
              required
            />
          </div>
        )}
        <Submit variant="primary">{t(`start.${query.action}`, { count: projects })}</Submit>
      </AdminForm>
    </div>
  )
}

/** The last actions, with their progress and a button that undoes each. */
export async function BulkList({ items, to }: { items: Bulk[]; to: string }) {
  const t = await getTranslations('admin.bulk')
  if (items.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1 text-sm">
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-center justify-between gap-4 px-4 py-3">
          <div className="min-w-0 space-y-1 wrap-anywhere">
            <p className="font-medium">
              {t(`did.${item.action}`, { count: item.total })} · {t(`state.${item.state}`)}
            </p>
            {item.done < item.total && (
              <p>
                <progress value={item.done} max={item.total} aria-label={t('progress')} />{' '}
                <span className="tabular-nums">
                  {item.done} / {item.total}
                </span>
              </p>
            )}
            <p dir="auto">{item.reason}</p>
            <p className="text-xs text-content-muted">
              <bdi>{item.by}</bdi> · <When at={item.at} />
              <FilterParts filter={item.filter} />
            </p>
          </div>
          {item.state !== 'undone' && (
            <AdminForm form="bulk_undo" to={to} fields={{ id: item.id }}>
              <Submit>{t('undo')}</Submit>
            </AdminForm>
          )}
        </li>
      ))}
    </ul>
  )
}

async function FilterParts({ filter }: { filter: KeptFilter }) {
  const [t, kinds, network] = await getTexts('admin.bulk', 'kind', 'admin.network')
  const { kind, from, until, by_network: isByNetwork } = filter
  const part = (name: string, value: ReactNode) => (
    <Fragment key={name}> · {t.rich('part', { name, value: () => value })}</Fragment>
  )
  return (
    <>
      {kind && part(t('kind'), kinds(`${kind}.many`))}
      {(['author', 'text', 'link'] as const).map(
        (name) => filter[name] && part(t(name), <bdi>{filter[name]}</bdi>),
      )}
      {from && part(t('from'), <When at={from} />)}
      {until && part(t('until'), <When at={until} />)}
      {isByNetwork && <> · {network('label')}</>}
    </>
  )
}
