import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice.tsx'
import { DECISION_REASONS, REPORT_TEXT_MAX, type ReportView } from '#lib/contract/admin/report.ts'
import { Button } from '#components/ui/button.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import type { AdminForm } from '#lib/form/table.ts'
import { endpoints } from '#lib/paths.ts'
import { Thread } from './thread.tsx'

type Props = {
  report: ReportView
  reader: 'reporter' | 'author'
  /** Where the answer goes, and what identifies the report there. */
  form: AdminForm
  fields: Record<string, string>
}

/** The state of a report for its sender or the author, what was written, and a field to answer. */
export async function ReportState({ report, reader, form, fields }: Props) {
  const t = await getTranslations('report')
  const { state, decision, messages, is_asked: isAsked } = report
  const reason = DECISION_REASONS.find((one) => one === decision?.reason)
  const tone = isAsked ? 'warning' : 'info'
  return (
    <div className="space-y-6">
      <Notice
        tone={tone}
        title={t(`state.${isAsked ? 'asked' : state === 'asked' ? 'open' : state}`)}
      >
        {reason && <>{t(`decision.${reason}`)} </>}
        {decision !== null && decision.text !== '' && <bdi>{decision.text}</bdi>}
      </Notice>
      <Thread messages={messages} reader={reader} />
      <form method="post" action={endpoints.form(`admin-${form}`)} className="space-y-4">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextArea
          id={`answer-${report.number}`}
          name="text"
          label={t('answer')}
          rows={4}
          maxLength={REPORT_TEXT_MAX}
          required
        />
        <Button type="submit" variant={isAsked ? 'primary' : 'secondary'}>
          {t('send')}
        </Button>
      </form>
    </div>
  )
}
