import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { AdminForm as Form } from '#lib/form/table.ts'
import { endpoints } from '#lib/paths.ts'

type Props = {
  form: Form
  /** Path of the page to return to, in its language. */
  to: string
  /** Page after a success, where it is another one. */
  done?: string
  /** Hidden fields. */
  fields?: Record<string, string>
  className?: string
  children: ReactNode
}

/** A form of administrators and moderators; works without scripts. */
export function AdminForm({ form, to, done, fields, className = 'space-y-4', children }: Props) {
  return (
    <form method="post" action={endpoints.form(`admin-${form}`)} className={className}>
      {Object.entries({ to, ...(done !== undefined && { done }), ...fields }).map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      {children}
    </form>
  )
}

type SubmitProps = Partial<ComponentProps<typeof Button>>

/** The button that sends a form. */
export const Submit = ({ variant = 'secondary', ...button }: SubmitProps) => (
  <Button type="submit" variant={variant} {...button} />
)
