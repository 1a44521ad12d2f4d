import { Button } from '#components/ui/button.tsx'
import type { AccountForm } from '#lib/form/table.ts'
import { endpoints } from '#lib/paths.ts'

type Props = {
  form: AccountForm
  /** Path that the form redirects to. */
  returnTo: string
  /** Name and value of what the form sends. */
  field: readonly [string, string]
  /** Accessible name, where the text alone does not say what it concerns. */
  label?: string
  children: string
}

/** A form of the account page that is a single button. Works without scripts. */
export function AccountButton({ form, returnTo, field: [name, value], label, children }: Props) {
  return (
    <form method="post" action={endpoints.form(`account-${form}`)}>
      <input type="hidden" name="to" value={returnTo} />
      <input type="hidden" name={name} value={value} />
      <Button type="submit" aria-label={label} variant="secondary">
        {children}
      </Button>
    </form>
  )
}
