import { getTranslations } from 'next-intl/server'
import { ChoiceRow } from '#components/ui/choice-row.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { When } from '#components/ui/when.tsx'
import type { AccountDetails } from '#lib/contract/admin/account.ts'
import { REASON_MAX } from '#lib/contract/admin/role.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { AdminForm, Submit } from './form.tsx'
import { Fact } from './entry.tsx'
import { ReasonField } from './reason-field.tsx'

type Props = { account: AccountDetails }

/** Who the account is. */
export async function AccountFacts({ account }: Props) {
  const [t, roles] = await getTexts('admin.accounts', 'admin.role')
  const { email, role, created_at: at, providers, access_tokens: tokens, reported } = account
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[12rem_1fr]">
      <Fact name={t('email')}>{email || t('noEmail')}</Fact>
      <Fact name={t('since')}>
        <When at={at} />
      </Fact>
      {role !== null && <Fact name={t('role')}>{roles(role)}</Fact>}
      <Fact name={t('trust')}>{t(`trustLevel.${account.trust}`)}</Fact>
      {providers.length > 0 && <Fact name={t('providers')}>{providers.join(', ')}</Fact>}
      <Fact name={t('tokens')}>{tokens}</Fact>
      {reported.length > 0 && (
        <Fact name={t('reports')}>
          <ul className="space-y-1">
            {reported.map(({ number, title }) => (
              <li key={number}>
                <TextLink href={paths.adminReport(number)}>
                  #{number} <bdi>{title}</bdi>
                </TextLink>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  )
}

type FormProps = Props & { to: string }

type SuspensionProps = FormProps & {
  /** The report that led here, and where to go afterwards. */
  report?: { number: number; reason: string; path: string } | null
}

/** Suspends the account, or ends the suspension. */
export async function Suspension({ account, to, report = null }: SuspensionProps) {
  const t = await getTranslations('admin.accounts')
  const { username, suspension } = account
  const fields = { username }
  if (suspension) {
    return (
      <div className="space-y-4">
        <Notice tone="warning" title={t('suspended')}>
          <bdi>{suspension.reason}</bdi> · <bdi>{suspension.by}</bdi> ·{' '}
          {suspension.until === null ? t('forGood') : <When at={suspension.until} />}
        </Notice>
        <AdminForm form="lift" to={to} fields={fields}>
          <ReasonField id="lift-reason" />
          <Submit>{t('lift')}</Submit>
        </AdminForm>
      </div>
    )
  }
  return (
    <AdminForm form="suspend" to={to} {...(report && { done: report.path })} fields={fields}>
      <ReasonField
        id="suspend-reason"
        help={report ? t('fromReport', { number: String(report.number) }) : t('reasonHelp')}
        defaultValue={report?.reason}
      />
      <div className="max-w-60">
        <Field
          id="suspend-until"
          name="until"
          type="date"
          label={t('until')}
          help={t('untilHelp')}
        />
      </div>
      <fieldset className="space-y-3">
        <legend className="mb-1.5 text-sm font-medium">{t('publications')}</legend>
        {(['hide', 'keep'] as const).map((value) => (
          <ChoiceRow
            key={value}
            id={`suspend-${value}`}
            type="radio"
            name="projects"
            value={value}
            defaultChecked={value === 'hide'}
            label={t(`projects.${value}`)}
            help={t(`projectsHelp.${value}`)}
          />
        ))}
      </fieldset>
      <Submit variant="primary">{t('suspend')}</Submit>
    </AdminForm>
  )
}

/** Sessions of the account, and a form that ends them. */
export async function Sessions({ account, to }: FormProps) {
  const [t, admin, sessions] = await getTexts('admin.accounts', 'admin', 'account.sessions')
  if (account.sessions.length === 0)
    return <p className="text-sm text-content-muted">{t('noSessions')}</p>
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface-1 text-sm">
        {account.sessions.map(({ id, browser, system, used_at: at }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <span>
              {browser && system
                ? sessions('device', { browser, system })
                : browser || system || sessions('unknown')}
            </span>
            <span className="text-content-muted">
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
      <AdminForm form="sessions" to={to} fields={{ username: account.username }}>
        <Field
          id="sessions-reason"
          name="reason"
          label={admin('reason')}
          maxLength={REASON_MAX}
          autoComplete="off"
          required
        />
        <Submit>{t('endSessions')}</Submit>
      </AdminForm>
    </div>
  )
}

/** The last publications of the account. */
export async function Publications({ account: { publications } }: Props) {
  const t = await getTranslations('admin.accounts')
  if (publications.length === 0)
    return <p className="text-sm text-content-muted">{t('noPublications')}</p>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1 text-sm">
      {publications.map(({ kind, id, title, created_at: at, is_hidden: isHidden }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2">
          <span className="wrap-anywhere">
            <TextLink href={paths.adminProject({ kind, id })}>
              <bdi>{title}</bdi>
            </TextLink>
            {isHidden && <> · {t('hiddenProject')}</>}
          </span>
          <span className="text-content-muted">
            <When at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type NetworkProps = Props & { mayHide: boolean }

/** The last networks of the account, with other accounts of each. */
export async function Networks({ account: { networks }, mayHide }: NetworkProps) {
  const t = await getTranslations('admin.network')
  if (networks.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1 text-sm">
      {networks.map(({ network, at, others, names }) => (
        <li key={network} className="space-y-1 px-4 py-3">
          <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
            <span>{others === 0 ? t('alone') : t('others', { count: others })}</span>
            <span className="text-content-muted">
              {t.rich('last', { when: () => <When at={at} /> })}
            </span>
          </p>
          {others > 0 && (
            <p className="flex flex-wrap gap-x-4 gap-y-1 wrap-anywhere">
              {names.map((name) => (
                <TextLink key={name} href={paths.adminAccount(name)}>
                  <bdi>{name}</bdi>
                </TextLink>
              ))}
            </p>
          )}
          <p className="flex flex-wrap gap-x-6 gap-y-1">
            {others > names.length && (
              <TextLink href={paths.adminAccounts({ network })}>{t('all')}</TextLink>
            )}
            {mayHide && (
              <TextLink href={paths.adminBulk({ action: 'hide', network })}>{t('hide')}</TextLink>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
