import { getTranslations } from 'next-intl/server'
import type { OutcomeLabels } from './proof-fields-client.tsx'

/** Labels of the outcomes of the account page's forms. */
export async function outcomeLabels(): Promise<OutcomeLabels> {
  const [t, form] = await Promise.all([getTranslations('account.outcome'), getTranslations('form')])
  return {
    allRequired: form('required'),
    invalid: form('invalid', { fields: '{fields}' }),
    done: t('done'),
    code_sent: t('code_sent'),
    required: t('required'),
    password: t('password'),
    common_password: t('common_password'),
    required_confirm: t('required_confirm'),
    mismatch: t('mismatch'),
    wrong_password: t('wrong_password'),
    code: t('code'),
    code_needed: t('code_needed'),
    wrong_code: t('wrong_code'),
    use_last_code: t('use_last_code'),
    username: t('username'),
    bad_username: t('bad_username'),
    bad_about: t('bad_about'),
    bad_links: t('bad_links'),
    no_events: t('no_events'),
    username_taken: t('username_taken'),
    name_settled: t('name_settled'),
    sign_in_again: t('sign_in_again'),
    no_email: t('no_email'),
    mail_failed: t('mail_failed'),
    too_many: t('too_many'),
    unavailable: t('unavailable'),
    refused: t('refused'),
  }
}
