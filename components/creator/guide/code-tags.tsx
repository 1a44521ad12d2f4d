import type { ReactNode } from 'react'

const LOOK = 'rounded-md bg-surface-2 px-1.5 py-0.5 font-mono text-[0.875em]'

/** Tags of messages that contain names of code, which are kept in one line unless they are long. */
export const CODE_TAGS = {
  code: (text: ReactNode) => (
    <code className={`${LOOK} inline-block max-w-full leading-tight wrap-anywhere`}>{text}</code>
  ),
  long: (text: ReactNode) => <code className={`${LOOK} wrap-anywhere`}>{text}</code>,
}
