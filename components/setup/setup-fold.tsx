import type { ComponentProps } from 'react'
import { SetupForm } from './setup-form-client.tsx'

type Props = { title: string; className?: string } & ComponentProps<typeof SetupForm>

/** The setup form in a fold; hidden without JavaScript, which stores the setup. */
export function SetupFold({ title, className = '', ...form }: Props) {
  return (
    <details className={`fold needs-script-fold ${className}`}>
      <summary>{title}</summary>
      <SetupForm {...form} />
    </details>
  )
}
