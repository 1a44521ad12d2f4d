'use client'

import { Icon } from '#components/ui/icons.tsx'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { useIssueMessage } from '#components/creator/controls/issue-message.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** What to check before publication. That contents are not shown has a panel of its own (`UnseenFile`). */
export function WarningBox({ warnings = [] }: { warnings: FileIssue[] | undefined }) {
  const t = useFormMessages('creator.fileIssue')
  const shown = warnings.filter(({ code }) => code !== 'not_shown')
  if (shown.length === 0) return null
  return (
    <div className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <Icon name="warning" className="text-warning" />
        {t('title')}
      </p>
      <FileWarnings warnings={shown} />
    </div>
  )
}

/** What is doubtful about a project file. */
export function FileWarnings({ warnings }: { warnings: FileIssue[] }) {
  const { describeWarning } = useIssueMessage()
  const messages = warnings.map(describeWarning).filter((message) => message !== null)
  if (messages.length === 0) return null
  return (
    <ul className="mt-1 list-disc space-y-1 ps-5">
      {messages.map((message) => (
        <li key={message} className="min-w-0 break-words [overflow-wrap:anywhere]" dir="auto">
          {message}
        </li>
      ))}
    </ul>
  )
}
