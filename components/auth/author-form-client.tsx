'use client'

import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { toAuthorInput } from '#lib/auth/author-input.ts'
import { ABOUT_MAX, LINK_MAX, LINKS_MAX } from '#lib/contract/limits.ts'
import { AccountForm } from './account-form-client.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { useAccountMessages } from './use-messages.ts'

type Props = {
  about: string
  links: string[]
  /** Path of this page. */
  returnTo: string
  result: FormResult | null
}

/** Form for the text and the links on the page of the account's author. */
export function AuthorForm({ about, links, returnTo, result }: Props) {
  const t = useAccountMessages('account.author')
  const auth = useAccountMessages('auth')
  const optional = useAccountMessages('form')('optional')
  return (
    <AccountForm
      form="author"
      call="changeAuthor"
      {...{ returnTo, result }}
      toBody={toAuthorInput}
      // A full load, so that the form starts from what is stored.
      onDone={() => {
        location.replace(`${returnTo}?result=author.done#${formId('author', 'result')}`)
      }}
      done={t('done')}
      id="author"
      className="space-y-5"
    >
      {({ errorOf, isPending }) => (
        <>
          <TextArea
            id={formId('author', 'about')}
            name="about"
            label={t('about')}
            {...{ optional }}
            help={t('aboutHelp')}
            error={errorOf('about')}
            rows={3}
            maxLength={ABOUT_MAX}
            defaultValue={about}
            spellCheck
          />
          <TextArea
            id={formId('author', 'links')}
            name="links"
            label={t('links')}
            {...{ optional }}
            help={t('linksHelp')}
            error={errorOf('links')}
            rows={LINKS_MAX}
            maxLength={LINKS_MAX * (LINK_MAX + 1)}
            defaultValue={links.join('\n')}
            spellCheck={false}
          />
          <SubmitButton isPending={isPending} pending={auth('pending')}>
            {t('submit')}
          </SubmitButton>
        </>
      )}
    </AccountForm>
  )
}
