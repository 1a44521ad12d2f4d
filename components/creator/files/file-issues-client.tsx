'use client'

import { Icon } from '#components/ui/icons.tsx'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { useIssueMessage } from '#components/creator/controls/issue-message.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** What to check of a file, picture or package before publication. That contents are not shown has a panel of its own (`OpaqueUpload`). */
export function WarningBox({ warnings = [] }: { warnings: FileIssue[] | undefined }) {
  const t = useFormMessages('creator.fileIssue')
  const { describeWarning } = useIssueMessage()
  const messages = warnings
    .filter(({ code }) => code !== 'not_shown')
    .map(describeWarning)
    .filter((message) => message !== null)
  if (messages.length === 0) return null
  return (
    <div className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <Icon name="warning" className="text-warning" />
        {t('title')}
      </p>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {messages.map((message) => (
          <li key={message} className="min-w-0 break-words [overflow-wrap:anywhere]" dir="auto">
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
