import { getTranslations } from 'next-intl/server'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { Invitations, RoleForm, RoleHolderList } from '#components/admin/roles.tsx'
import { refusalTexts } from '#components/admin/settings-texts.ts'
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
  const t = await getTranslations('admin')
  const { items, invitations } = await call('roles', {}, { token })
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
            errors: await refusalTexts(),
          }}
        />
        <Invitations items={invitations} to={path} />
      </Section>
    </AdminFrame>
  )
}
