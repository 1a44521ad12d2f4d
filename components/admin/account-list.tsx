import { Field } from '#components/ui/field-client.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { ACCOUNT_STATES, type AccountSummary } from '#lib/contract/admin/account.ts'
import { PROVIDER_TABLE, PROVIDERS } from '#lib/contract/provider.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { FilterForm } from './filter-form.tsx'
import { type FilterProps, NetworkField } from './project-filter.tsx'
import { Entry } from './entry.tsx'
import { Submit } from './form.tsx'

export async function AccountFilter({ typed, isWrong }: FilterProps) {
  const [t, audit, providers] = await getTexts('admin.accounts', 'admin.audit.filter', 'admin.bulk')
  return (
    <FilterForm
      path={paths.adminAccounts()}
      className="sm:grid-cols-2 xl:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
    >
      <Field
        id="accounts-q"
        name="q"
        label={t('search')}
        defaultValue={typed['q']}
        autoComplete="off"
      />
      <NetworkField id="accounts-network" given={typed['network']} isWrong={isWrong} />
      <SelectField
        id="accounts-provider"
        name="provider"
        label={t('providers')}
        defaultValue={typed['provider']}
        options={[
          { value: '', label: providers('all') },
          ...PROVIDERS.map((value) => ({ value, label: PROVIDER_TABLE[value].name })),
        ]}
      />
      <SelectField
        id="accounts-state"
        name="state"
        label={t('state')}
        defaultValue={typed['state']}
        options={ACCOUNT_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <Submit>{audit('submit')}</Submit>
    </FilterForm>
  )
}

/** Accounts, each with a link to its page. */
export async function AccountList({ items }: { items: AccountSummary[] }) {
  const [t, roles] = await getTexts('admin.accounts', 'admin.role')
  if (items.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {items.map((item) => (
        <Entry
          key={item.username}
          href={paths.adminAccount(item.username)}
          title={<bdi>{item.username}</bdi>}
          marks={
            <>
              {item.display_name !== null && (
                <bdi className="wrap-anywhere">{item.display_name}</bdi>
              )}
              {item.role !== null && (
                <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs text-accent">
                  {roles(item.role)}
                </span>
              )}
              {item.is_suspended && (
                <span className="rounded-full border border-danger px-2 py-0.5 text-xs text-danger">
                  {t('suspended')}
                </span>
              )}
            </>
          }
          at={item.created_at}
        >
          {item.email !== '' && <>{item.email} · </>}
          {t('projectCount', { count: item.projects })}
          {item.hidden > 0 && <> · {t('hiddenCount', { count: String(item.hidden) })}</>}
          {item.reports > 0 && <> · {t('reportCount', { count: item.reports })}</>}
        </Entry>
      ))}
    </ul>
  )
}
