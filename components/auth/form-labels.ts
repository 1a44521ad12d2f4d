import { getTranslations } from 'next-intl/server'
import { EMAIL_MAX } from '#lib/contract/account.ts'
import type { PageMode } from '#lib/auth/form.ts'
import type { FormLabels } from '#components/auth/enter/labels.ts'

/** Labels of the form of a mode, in the language of the page. */
export async function formLabels(mode: PageMode): Promise<FormLabels> {
  const [t, form] = await Promise.all([getTranslations('auth'), getTranslations('form')])
  const isNew = mode === 'reset'
  return {
    fields: {
      account: t('field.account'),
      email: t('field.email'),
      code: t('field.code'),
      username: t('field.username'),
      password: isNew ? t('field.newPassword') : t('field.password'),
      confirm: t('field.confirm'),
    },
    help: { code: t('help.code'), username: t('help.username'), password: t('help.password') },
    errors: {
      required_account: t('fault.required_account'),
      required_email: t('fault.required_email'),
      required_code: t('fault.required_code'),
      required_username: t('fault.required_username'),
      required_password: t('fault.required_password'),
      required_confirm: t('fault.required_confirm'),
      email: t('fault.email'),
      email_long: t('fault.email_long', { max: EMAIL_MAX }),
      account: t('fault.account'),
      account_long: t('fault.account_long', { max: EMAIL_MAX }),
      password: t('fault.password'),
      username: t('fault.username'),
      code: t('fault.code'),
      mismatch: t('fault.mismatch'),
      wrong_code: t('fault.wrong_code'),
      wrong_credentials: t('failure.wrong_credentials'),
      username_taken: t('fault.username_taken'),
      email_taken: t('fault.email_taken'),
      common_password: t('fault.common_password'),
    },
    failures: {
      no_account: t('failure.no_account'),
      too_many: t('failure.too_many'),
      code_needed: t('failure.code_needed'),
      use_last_code: t('failure.use_last_code'),
      mail_failed: t('failure.mail_failed'),
      unavailable: t('failure.unavailable'),
      refused: t('failure.refused'),
    },
    wait: t('failure.tooManyWait', { when: '{when}' }),
    loginFailed: t('loginFailed'),
    failed: t('failed'),
    getCode: t('getCode'),
    retry: t('retry'),
    retryIn: t('retryIn', { seconds: '{seconds}' }),
    codeSent: t('codeSent', { email: '{email}' }),
    codeSentToAccount: t('codeSentToAccount'),
    prefilled: t('begun'),
    passwordSealed: t('passwordKept'),
    submit: {
      password: t('submit.password'),
      both: t('submit.password'),
      code: t('submit.code'),
      register: t('submit.register'),
      reset: t('submit.reset'),
    },
    pending: t('pending'),
    allRequired: form('required'),
    invalid: form('invalid', { fields: '{fields}' }),
    show: t('show'),
    hide: t('hide'),
  }
}
