'use client'

import type { FileIssue } from '#lib/contract/file-issue.ts'
import { useIssueMessage } from './issue-message.ts'

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
