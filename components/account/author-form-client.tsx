'use client'

import { Field } from '#components/ui/field-client.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { formId, type FormResult } from '#lib/account/account-outcome.ts'
import { ABOUT_MAX, DISPLAY_NAME_MAX, LINK_MAX, LINKS_MAX } from '#lib/contract/limits.ts'
import { AccountForm } from './account-form-client.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

type Props = {
  displayName: string
  about: string
  /** One per line. */
  links: string
  /** Path of this page. */
  returnTo: string
  result: FormResult | null
}

/** Form for the display name of the account's author, and the text and links on their page. */
export function AuthorForm({ displayName, about, links, returnTo, result }: Props) {
  const t = useAccountMessages('account.author')
  const auth = useAccountMessages('auth')
  const optional = useAccountMessages('form')('optional')
  return (
    <AccountForm
      form="author"
      {...{ returnTo, result }}
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
          <Field
            id={formId('author', 'display_name')}
            name="display_name"
            label={t('displayName')}
            {...{ optional }}
            help={t('displayNameHelp', { max: String(DISPLAY_NAME_MAX) })}
            error={errorOf('display_name')}
            defaultValue={displayName}
            dir="auto"
            autoComplete="nickname"
            spellCheck={false}
          />
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
            defaultValue={links}
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
