import { getTranslations } from 'next-intl/server'
import { Section } from '#components/ui/section.tsx'
import { EMAIL_ERRORS, type EmailError, type EmailFormState } from '#lib/auth/email-form.ts'
import { EmailForm } from './email-form-client.tsx'

type Props = {
  address: string
  kept: EmailFormState | null
  hasPassword: boolean
  hasEmail: boolean
}

/** Changes the e-mail address of the account. */
export async function EmailSection(props: Props) {
  const [t, auth, account] = await Promise.all([
    getTranslations('account.changeEmail'),
    getTranslations('auth'),
    getTranslations('account.password'),
  ])
  const errors: Partial<Record<EmailError, string>> = Object.fromEntries(
    EMAIL_ERRORS.map((error) => [error, t(`error.${error}`)]),
  )
  const isComplete = (all: typeof errors): all is Record<EmailError, string> =>
    EMAIL_ERRORS.every((error) => all[error] !== undefined)
  if (!isComplete(errors)) return null
  return (
    <Section
      id="email"
      title={t('title')}
      lead={props.hasEmail ? t('lead') : t('first')}
      more={props.hasPassword ? undefined : t('fresh')}
    >
      <EmailForm
        {...props}
        labels={{
          email: t('new'),
          password: account('present'),
          code: t('code'),
          presentCode: t('presentCode'),
          send: t('send'),
          again: t('again'),
          submit: t('submit'),
          sent: t('sent'),
          done: t('done'),
          show: auth('show'),
          hide: auth('hide'),
          errors,
        }}
      />
    </Section>
  )
}
