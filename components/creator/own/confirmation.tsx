import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/link.tsx'
import type { ProjectOutcome } from '#lib/own-projects/project-outcome.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { ProjectFormName } from '#lib/form/table.ts'
import { endpoints, type Path } from '#lib/paths.ts'
import { ProjectNotice } from './project-notice.tsx'

type Props = {
  title: string
  text: string
  kind: Kind
  /** Result of the form, if it was refused. */
  outcome: ProjectOutcome | null
  form: ProjectFormName
  /** Hidden fields of the form. */
  fields: Record<string, string>
  cancel: { label: string; page: Path }
  confirm: string
  /** Fields to fill in first. */
  children?: ReactNode
}

/** Confirmation of an action without scripts: what it does, a link back, and a form that posts. */
export async function Confirmation(props: Props) {
  const { title, text, kind, outcome, form, fields, cancel, confirm, children } = props
  const locale = await getLocale()
  return (
    <div className="mx-auto max-w-md space-y-6 py-6 sm:py-12">
      <ProjectNotice kind={kind} outcome={outcome} />
      <div className="space-y-3">
        <h1 className="font-display text-xl font-bold break-words sm:text-2xl">{title}</h1>
        <p className="break-words text-content-muted">{text}</p>
      </div>
      <form method="post" action={endpoints.form(`project-${form}`)} className="space-y-6">
        {Object.entries({ ...fields, locale }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink href={cancel.page} variant="secondary">
            {cancel.label}
          </ButtonLink>
          <button
            type="submit"
            className="h-10 cursor-pointer rounded-key bg-danger px-4 text-sm font-semibold text-content-inverse"
          >
            {confirm}
          </button>
        </div>
      </form>
    </div>
  )
}
