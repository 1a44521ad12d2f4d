'use client'

import { TextArea } from '#components/ui/text-area.tsx'
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
  const field = (name: FormField & ('about' | 'links'), rows: number, maximum: number) => (
    <TextArea
      id={formId('author', name)}
      name={name}
      label={labels[name]}
      optional={labels.optional}
      help={labels[`${name}Help`]}
      error={state.errorOf(name)}
      rows={rows}
      maxLength={maximum}
      defaultValue={name === 'about' ? about : links.join('\n')}
      spellCheck={name === 'about'}
    />
  )
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
