import type { ReactNode } from 'react'

/** Tags of messages that contain names of code. A name begins a new line unless the rest of this one holds it. */
export const CODE_TAGS = {
  code: (text: ReactNode) => (
    <code className="inline-block max-w-full rounded-md bg-surface-2 px-1.5 py-0.5 font-mono text-[0.875em] leading-tight wrap-anywhere">
      {text}
    </code>
  ),
}
