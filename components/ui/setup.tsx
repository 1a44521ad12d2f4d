import type { ComponentProps } from 'react'
import { SetupForm } from './fit-client.tsx'

type Props = { title: string; className?: string } & ComponentProps<typeof SetupForm>

/** The visitor's setup, folded away. Without JavaScript there is nothing to keep it with. */
export function SetupFold({ title, className = '', ...form }: Props) {
  return (
    <details className={`needs-script-fold ${className}`}>
      <summary className="cursor-pointer py-1 text-sm text-content-muted hover:text-content">
        {title}
      </summary>
      <SetupForm {...form} />
    </details>
  )
}
