import { getTranslations } from 'next-intl/server'
import { TOKEN_NAME_MAX, TOKENS_MAX } from '#lib/contract/access-token.ts'
import type { TokenFormLabels } from './token-form-client.tsx'

/** Labels of the form that creates an access token. */
export async function tokenFormLabels(): Promise<TokenFormLabels> {
  const [t, form, auth, outcome] = await Promise.all([
    getTranslations('account.tokens'),
    getTranslations('form'),
    getTranslations('auth'),
    getTranslations('account.outcome'),
  ])
  return {
    required: form('required'),
    name: t('name'),
    nameHelp: t('nameHelp'),
    scopes: t('scopes'),
    scope: {
      read: { label: t('scope.read'), help: t('scopeHelp.read') },
      publish: { label: t('scope.publish'), help: t('scopeHelp.publish') },
      manage: { label: t('scope.manage'), help: t('scopeHelp.manage') },
    },
    days: t('days'),
    validity: {
      7: t('validity', { count: 7 }),
      30: t('validity', { count: 30 }),
      90: t('validity', { count: 90 }),
      365: t('validity', { count: 365 }),
    },
    submit: t('submit'),
    pending: auth('pending'),
    errors: {
      name: t('error.name', { max: TOKEN_NAME_MAX }),
      scopes: t('error.scopes'),
      too_many_tokens: t('error.too_many_tokens', { max: TOKENS_MAX }),
      not_found: t('error.not_found'),
      too_many: outcome('too_many'),
      unavailable: outcome('unavailable'),
      refused: outcome('refused'),
    },
    created: t('created'),
    once: t('once'),
    secret: t('secret'),
    copy: t('copy'),
    copied: t('copied'),
    copyFailed: t('copyFailed'),
    back: t('back'),
    use: t('use'),
    // Scripts that browsers load name no header of tokens (tests/e2e/token.spec.ts).
    header: 'Authorization: Bearer',
  }
}
