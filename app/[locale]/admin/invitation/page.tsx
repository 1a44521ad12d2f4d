import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { adminMetadata } from '#app/[locale]/admin/open.ts'
import { AdminForm } from '#components/admin/form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { parseAdminResult } from '#lib/admin/outcome.ts'
import { requireAccount } from '#lib/sign-in/current.ts'
import { invitationCodeSchema } from '#lib/contract/admin/role.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/invitation'>

export const generateMetadata = adminMetadata((t) => t('invitation.title'))

/** Accepts the invitation to a role, with the account that the visitor signs in with or creates. */
export default async function InvitationPage({ params, searchParams }: Props) {
  const { locale } = await params
  const { code: given, result } = await searchParams
  const code = invitationCodeSchema.safeParse(given).data
  if (code === undefined) notFound()
  const path = localePath(locale, paths.invitation(code))
  const { account } = await requireAccount(locale, path)
  const t = await getTranslations('admin')
  const outcome = parseAdminResult(result)?.outcome
  return (
    <div className="mx-auto max-w-xl space-y-6 pt-4 pb-16">
      <h1 className="font-display text-2xl font-bold">{t('invitation.title')}</h1>
      <div role="alert">{outcome && <Notice tone="danger">{t(`outcome.${outcome}`)}</Notice>}</div>
      <p className="wrap-anywhere">
        {t.rich('invitation.lead', { name: account.username, who: (name) => <bdi>{name}</bdi> })}
      </p>
      <AdminForm form="accept" to={path} done={localePath(locale, paths.admin)} fields={{ code }}>
        <Button type="submit" variant="primary">
          {t('invitation.accept')}
        </Button>
      </AdminForm>
    </div>
  )
}
