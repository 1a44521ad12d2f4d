import { getTranslations } from 'next-intl/server'
import { Section } from '#components/ui/section.tsx'
import { EmailForm, type EmailFormProps } from './email-form-client.tsx'

/** Changes the e-mail address of the account. */
export async function EmailSection(props: EmailFormProps) {
  const t = await getTranslations('account.changeEmail')
  return (
    <Section
      id="email"
      title={t('title')}
      lead={props.hasEmail ? t('lead') : t('first')}
      more={props.hasPassword ? undefined : t('fresh')}
    >
      <EmailForm {...props} />
    </Section>
  )
}
