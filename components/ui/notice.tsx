import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

type Props = {
  tone: 'success' | 'danger' | 'warning' | 'info'
  title?: string
  children: ReactNode
}

const TONES = {
  success: { look: 'border-success/50', ink: 'text-success', icon: 'check' },
  danger: { look: 'border-danger/60', ink: 'text-danger', icon: 'warning' },
  warning: { look: 'border-warning/60', ink: 'text-warning', icon: 'warning' },
  info: { look: 'border-line-strong', ink: 'text-info', icon: 'warning' },
} as const

/** Notice: the result of an action, shown next to it. */
export function Notice({ tone, title, children }: Props) {
  const { look, ink, icon } = TONES[tone]
  return (
    <div className={`flex gap-3 rounded-card border bg-surface-1 px-4 py-3 text-sm ${look}`}>
      <Icon name={icon} className={`mt-0.5 size-4 ${ink}`} />
      <div className="min-w-0 wrap-anywhere">
        {title && <p className={`font-semibold ${ink}`}>{title}</p>}
        <p>{children}</p>
      </div>
    </div>
  )
}
