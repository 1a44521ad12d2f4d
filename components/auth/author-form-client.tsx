'use client'

import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { formId, type FormField, type FormResult } from '#lib/auth/account-outcome.ts'
import { toAuthorInput } from '#lib/auth/author-input.ts'
import { ABOUT_MAX, LINK_MAX, LINKS_MAX } from '#lib/contract/limits.ts'
import { AccountForm, AccountSubmit } from './account-form-client.tsx'
import type { OutcomeLabels } from './proof-fields-client.tsx'
import { useAccountForm } from './use-account-form-client.ts'

type Props = {
  about: string
  links: string[]
  /** Path of this page. */
  returnTo: string
  login: string
  result: FormResult | null
  labels: Record<
    'about' | 'aboutHelp' | 'links' | 'linksHelp' | 'optional' | 'submit' | 'pending' | 'done',
    string
  >
  outcomes: OutcomeLabels
}

/** Form for the text and the links on the page of the account's author. */
export function AuthorForm({ about, links, returnTo, login, result, labels, outcomes }: Props) {
  const state = useAccountForm({
    call: 'changeAuthor',
    form: 'author',
    login,
    result,
    outcomes,
    toBody: toAuthorInput,
    // A full load, so that the form starts from what is stored.
    onDone: () => {
      location.replace(`${returnTo}?result=author.done#${formId('author', 'result')}`)
    },
  })
  const field = (name: FormField & ('about' | 'links'), rows: number, maximum: number) => {
    const id = formId('author', name)
    const note = { error: state.errorOf(name), help: labels[`${name}Help`] }
    return (
      <div className="space-y-1.5">
        <label htmlFor={id} className="block text-sm font-medium">
          <LabelText label={labels[name]} optional={labels.optional} />
        </label>
        <textarea
          id={id}
          name={name}
          rows={rows}
          maxLength={maximum}
          dir="auto"
          defaultValue={name === 'about' ? about : links.join('\n')}
          aria-invalid={Boolean(note.error)}
          aria-describedby={noteIds(id, note)}
          spellCheck={name === 'about'}
          className={`block w-full rounded-key border bg-surface-0 px-3 py-2 text-base ${note.error ? 'border-danger' : 'border-line-control'}`}
        />
        <FieldNote id={id} {...note} />
      </div>
    )
  }
  return (
    <AccountForm
      {...{ state, returnTo, outcomes }}
      form="author"
      done={labels.done}
      id="author"
      className="space-y-5"
    >
      {field('about', 3, ABOUT_MAX)}
      {field('links', LINKS_MAX, LINKS_MAX * (LINK_MAX + 1))}
      <AccountSubmit isPending={state.isPending} labels={labels} />
    </AccountForm>
  )
}
