import { getTranslations } from 'next-intl/server'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { Invitations, RoleForm, RoleHolderList } from '#components/admin/roles.tsx'
import { InviteForm } from '#components/admin/invite-form-client.tsx'
import { Section } from '#components/ui/section.tsx'
import { inviteStateSchema } from '#lib/admin/site-forms.ts'
import { call } from '#lib/api/call.ts'
import { keptState } from '#lib/form/kept.ts'

type Props = PageProps<'/[locale]/admin/roles'>

export const generateMetadata = adminMetadata('roles')

/** Who has a role, and invitations. */
export default async function RolesPage(props: Props) {
  const { token, path, frame, given } = await openAdmin('roles', props)
  const [t, { items, invitations }] = await Promise.all([
    getTranslations('admin'),
    call('roles', {}, { token }),
  ])
  const roles = { moderator: t('role.moderator'), administrator: t('role.administrator') }
  return (
    <AdminFrame {...frame}>
      <RoleHolderList items={items} />
      <Section title={t('roles.change')} lead={t('roles.changeLead')}>
        <RoleForm to={path} />
      </Section>
      <Section title={t('roles.invite')} lead={t('roles.inviteLead')}>
        <InviteForm
          address={path}
          kept={await keptState(given, 'invite', inviteStateSchema)}
          labels={{
            role: t('roles.role'),
            roles,
            submit: t('roles.invite'),
            link: t('roles.link'),
            once: t('roles.once'),
            errors: {
              role_missing: t('outcome.role_missing'),
              too_many: t('outcome.too_many'),
              disk_full: t('outcome.disk_full'),
              unavailable: t('outcome.unavailable'),
              refused: t('outcome.refused'),
            },
          }}
        />
        <Invitations items={invitations} to={path} />
      </Section>
    </AdminFrame>
  )
}
