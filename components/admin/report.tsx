import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { When } from '#components/ui/when.tsx'
import {
  DECISION_REASONS,
  type ModeratedReport,
  OPEN_STATES,
  REPORT_ACTIONS,
  REPORT_REASONS,
  type ReportAction,
} from '#lib/contract/admin/report.ts'
import { REASON_MAX } from '#lib/contract/admin/role.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { ActionKeys } from './action-keys-client.tsx'
import { AdminForm, Submit } from './form.tsx'
import { Fact } from './entry.tsx'

type Props = { report: ModeratedReport }

/** What a report says, and who sent it. */
export async function ReportFacts({ report }: Props) {
  const [t, labels] = await getTexts('admin.reports', 'report')
  const { text, work, rights_holder: holder, email, reporter } = report
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
      <Fact name={t('reason')}>{labels(`reason.${report.reason}`)}</Fact>
      {work !== '' && <Fact name={labels('field.work')}>{work}</Fact>}
      {holder !== '' && <Fact name={labels('field.rights_holder')}>{holder}</Fact>}
      {text !== '' && (
        <Fact name={labels('field.text')}>
          <span className="whitespace-pre-line">{text}</span>
        </Fact>
      )}
      {!report.is_own && (
        <Fact name={t('sender')}>
          {[reporter, email].filter(Boolean).join(' · ') || t('anonymous')}
        </Fact>
      )}
      <Fact name={t('received')}>
        <When at={report.created_at} />
      </Fact>
    </dl>
  )
}

/** What is known of the author. */
export async function AuthorHistory({ history }: Pick<ModeratedReport, 'history'>) {
  const t = await getTranslations('admin.reports')
  if (!history) return <p className="text-sm text-content-muted">{t('accountDeleted')}</p>
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
      <Fact name={t('since')}>
        {history.since === null ? t('noAccount') : <When at={history.since} />}
      </Fact>
      <Fact name={t('projects')}>
        {t('projectsOf', { projects: history.projects, hidden: history.hidden })}
      </Fact>
      <Fact name={t('reports')}>
        {t('reportsOf', { reports: history.reports, upheld: history.upheld })}
      </Fact>
    </dl>
  )
}

/** The decision, or what was decided and how it is undone. */
export async function Decision({ report, to }: Props & { to: string }) {
  const t = await getTranslations('admin.reports')
  if (report.is_own) return <Notice tone="info">{t('own')}</Notice>
  if (!OPEN_STATES.some((state) => state === report.state))
    return <Decided report={report} to={to} />
  const isOfProject = report.kind !== null && report.project !== null
  const actions = REPORT_ACTIONS.filter((action) => isPossible(action, report, isOfProject))
  const isOfAccount = report.author !== '' && report.history !== null
  const pressed = [
    ...actions.map((action) => ({
      key: KEYS[action],
      id: `do-${action}`,
      label: t(`do.${action}`),
    })),
    ...(isOfAccount ? [{ key: SUSPEND_KEY, id: 'do-suspend', label: t('suspend') }] : []),
  ]
  const first = REPORT_REASONS.some((reason) => reason === report.reason) ? report.reason : 'other'
  return (
    <AdminForm
      form="decide"
      to={to}
      fields={{ number: String(report.number), revision: String(report.revision) }}
    >
      <SelectField
        id="decision-reason"
        name="reason"
        label={t('decisionReason')}
        help={t('decisionHelp')}
        defaultValue={first}
        options={await reasonOptions()}
      />
      <TextArea
        id="decision-text"
        name="text"
        label={t('decisionText')}
        help={t('decisionTextHelp')}
        rows={3}
        maxLength={REASON_MAX}
      />
      <div className="flex flex-wrap gap-3">
        {actions.map((action) => (
          <Submit
            key={action}
            name="action"
            value={action}
            id={`do-${action}`}
            aria-keyshortcuts={KEYS[action]}
            variant={action === 'dismiss' ? 'primary' : 'secondary'}
          >
            {t(`do.${action}`)}
          </Submit>
        ))}
        {isOfAccount && (
          <ButtonLink
            href={paths.adminAccount(report.author, {
              report: String(report.number),
              reason: first,
            })}
            id="do-suspend"
            aria-keyshortcuts={SUSPEND_KEY}
            variant="secondary"
          >
            {t('suspend')}
          </ButtonLink>
        )}
      </div>
      <ActionKeys
        buttons={Object.fromEntries(pressed.map(({ key, id }) => [key, id]))}
        label={t('keys', {
          keys: pressed.map(({ key, label }) => `${key.toUpperCase()} ${label}`).join(' · '),
        })}
      />
    </AdminForm>
  )
}

const KEYS: Record<ReportAction, string> = {
  dismiss: 'd',
  ask_author: 'a',
  ask_reporter: 'r',
  hide: 'h',
  delete: 'x',
}

/** Opens the form that suspends the author. */
const SUSPEND_KEY = 's'

function isPossible(action: ReportAction, report: ModeratedReport, isOfProject: boolean): boolean {
  if (action === 'ask_author') return report.history !== null
  return action === 'hide' || action === 'delete' ? isOfProject : true
}

async function reasonOptions() {
  const t = await getTranslations('report')
  return DECISION_REASONS.map((value) => ({ value, label: t(`decision.${value}`) }))
}

async function Decided({ report, to }: Props & { to: string }) {
  const [t, labels] = await getTexts('admin.reports', 'report')
  const { decided } = report
  if (!decided) return null
  const reason = DECISION_REASONS.find((one) => one === decided.reason)
  return (
    <div className="space-y-4">
      <Notice tone="info" title={t(`state.${report.state}`)}>
        {t.rich('decidedBy', {
          name: decided.by,
          who: (name) => <bdi>{name}</bdi>,
          when: () => <When at={decided.at} />,
        })}{' '}
        {reason && labels(`decision.${reason}`)} <bdi>{decided.text}</bdi>
      </Notice>
      {decided.undo_until !== null && (
        <AdminForm
          form="undo"
          to={to}
          fields={{ number: String(report.number), revision: String(report.revision) }}
        >
          <p className="text-sm text-content-muted">
            {t.rich('undoUntil', { when: () => <When at={decided.undo_until ?? decided.at} /> })}
          </p>
          <Submit>{t('undo')}</Submit>
        </AdminForm>
      )}
    </div>
  )
}
