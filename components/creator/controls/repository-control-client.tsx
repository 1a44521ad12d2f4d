'use client'

import { useLocale } from 'next-intl'
import { type SyntheticEvent, useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { announce } from '#lib/browser/announcement-store.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { intentProps } from '#lib/creator/plain-form.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { focusField } from '#components/creator/form/focus-field-client.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { RepositoryFacts } from './repository-facts-client.tsx'
import { useField, useInput } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** The address of a plugin's repository; a new plugin's is verified next to it. */
export function RepositoryControl({ name }: ControlProps) {
  const { kind, published, repository } = useCreatorForm()
  const verify = useVerify()
  const field = useField(name)
  const t = useFormMessages('creator')
  const locale = useLocale()
  const error = useRepositoryError()
  const { refusal, forget } = repository
  useRefusalReport(refusal?.text)
  return (
    <div className="space-y-2">
      <Field
        {...field}
        error={refusal?.text ?? error}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        // Longer than an address: pasted ones contain a branch and a query.
        maxLength={500}
        {...useInput(name, { onChange: forget })}
        onKeyDown={(event) => event.key === 'Enter' && verify(event)}
        action={published === null && <VerifyButton />}
      />
      {refusal?.takenId && (
        <a
          href={localePath(locale, paths.detail({ kind, id: refusal.takenId }))}
          className="block text-sm underline underline-offset-4"
        >
          {t('plugin.publishedLink')}
        </a>
      )}
    </div>
  )
}

/** The owner of a plugin's repository, and what was read there. */
export function OwnerControl({ name }: ControlProps) {
  const { published } = useCreatorForm()
  return (
    <div className="space-y-7">
      <Field
        {...useField(name)}
        maxLength={39}
        autoComplete="off"
        enterKeyHint="next"
        autoCapitalize="none"
        spellCheck={false}
        {...useInput(name)}
      />
      {published !== null && <VerifyButton />}
      <div aria-live="polite">
        <RepositoryFacts />
      </div>
    </div>
  )
}

/** Reads a refusal: by the focus on the field, or by an announcement if the creator types elsewhere. */
function useRefusalReport(text: string | undefined) {
  useEffect(() => {
    if (text === undefined) return
    if (document.activeElement?.matches('input, textarea, select')) announce(text)
    else focusField('repository_url')
  }, [text])
}

/** Before the first submit, a valid address that was not verified yet is no error. */
function useRepositoryError(): string | undefined {
  const { form, values, posted, errorOf } = useCreatorForm()
  const t = useFormMessages('creator.plugin')
  const error = errorOf('repository_url')
  const isUnread = values.facts === null && repositoryAddress(values.repository_url) !== null
  if (!isUnread || posted !== null || error === undefined) return error
  return form.formState.isSubmitted ? t('notVerified') : undefined
}

/** Reads the repository instead of sending the form; an address that is none is marked. */
function useVerify() {
  const { form, repository } = useCreatorForm()
  return (event: SyntheticEvent) => {
    event.preventDefault()
    if (repositoryAddress(form.getValues('repository_url')) !== null) void repository.verify()
    else void form.trigger('repository_url').then(() => focusField('repository_url'))
  }
}

function VerifyButton() {
  const { published, repository } = useCreatorForm()
  const t = useFormMessages('creator.plugin')
  const verify = useVerify()
  const { isChecking } = repository
  const label = t(published === null ? 'verify' : 'look')
  return (
    <Button
      {...intentProps('check')}
      aria-disabled={isChecking}
      onClick={verify}
      variant="secondary"
      className="h-11 shrink-0 aria-disabled:cursor-default aria-disabled:opacity-75"
    >
      {isChecking ? t('verifying') : label}
    </Button>
  )
}
