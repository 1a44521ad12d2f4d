import { getTranslations } from 'next-intl/server'
import { Field } from '#components/ui/field-client.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { type RoleHolders, ROLES } from '#lib/contract/admin/role.ts'
import { AdminForm, Submit } from './form.tsx'
import { When } from '#components/ui/when.tsx'
import { Further } from './entry.tsx'
import { ReasonField } from './reason-field.tsx'

/** Accounts with a role. */
export async function RoleHolderList({ items }: Pick<RoleHolders, 'items'>) {
  const t = await getTranslations('admin')
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {items.map(({ username, role, since, by }) => (
        <li key={username} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 text-sm">
          <bdi className="min-w-0 font-medium wrap-anywhere">{username}</bdi>
          <span>{t(`role.${role}`)}</span>
          <span className="ms-auto text-content-muted">
            {since !== null && <When at={since} />}
            <Further text={by} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Gives an account a role, or takes it away. */
export async function RoleForm({ to }: { to: string }) {
  const t = await getTranslations('admin')
  return (
    <AdminForm form="role" to={to}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="role-username"
          name="username"
          label={t('roles.username')}
          autoComplete="off"
          required
        />
        <SelectField
          id="role-role"
          name="role"
          label={t('roles.role')}
          options={[
            ...ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
            { value: 'none', label: t('role.none') },
          ]}
        />
      </div>
      <ReasonField id="role-reason" />
      <Submit variant="primary">{t('roles.change')}</Submit>
    </AdminForm>
  )
}

/** Invitations that can still be accepted. */
export async function Invitations({
  items,
  to,
}: {
  items: RoleHolders['invitations']
  to: string
}) {
  const t = await getTranslations('admin')
  if (items.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {items.map(({ id, role, by, expires_at: until }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm"
        >
          <p className="min-w-0 wrap-anywhere">
            {t(`role.${role}`)}
            <Further text={by} />
            <br />
            <span className="text-content-muted">
              {t.rich('roles.until', { when: () => <When at={until} /> })}
            </span>
          </p>
          <AdminForm form="revoke" to={to} fields={{ id }}>
            <Submit>{t('roles.revoke')}</Submit>
          </AdminForm>
        </li>
      ))}
    </ul>
  )
}
