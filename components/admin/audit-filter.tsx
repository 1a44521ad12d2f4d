import { Field } from '#components/ui/field-client.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import type { AuditFilter } from '#lib/contract/admin/audit.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { AUDIT_ACTIONS } from '#lib/contract/operator.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { FilterForm } from './filter-form.tsx'
import { Submit } from './form.tsx'

type Props = { filter: AuditFilter; mayExport: boolean }

/** Filters the log, and exports what is left of it. */
export async function AuditFilterForm({ filter, mayExport }: Props) {
  const [t, actions] = await getTexts('admin.audit', 'admin.audit.action')
  return (
    <div className="space-y-4">
      <FilterForm path={paths.adminAudit()} className="sm:grid-cols-[1fr_1fr_1fr_auto]">
        <SelectField
          id="audit-action"
          name="action"
          label={t('filter.action')}
          defaultValue={filter.action ?? ''}
          options={[
            { value: '', label: t('filter.all') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: actions(value) })),
          ]}
        />
        <Field label={t('filter.by')} name="by" defaultValue={filter.by} autoComplete="off" />
        <Field label={t('filter.text')} name="q" defaultValue={filter.q} autoComplete="off" />
        <Submit>{t('filter.submit')}</Submit>
      </FilterForm>
      {mayExport && (
        <p className="flex flex-wrap gap-3">
          <a href={exportOf('auditAsCsv', filter)} className={buttonClass({ variant: 'ghost' })}>
            {t('csv')}
          </a>
          <a href={exportOf('auditAsJson', filter)} className={buttonClass({ variant: 'ghost' })}>
            {t('json')}
          </a>
        </p>
      )}
    </div>
  )
}

function exportOf(name: 'auditAsCsv' | 'auditAsJson', filter: AuditFilter): string {
  const given = Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
  return `${API_BASE}${CALLS[name].path}?${new URLSearchParams(given)}`
}
