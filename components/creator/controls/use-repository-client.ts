'use client'

import { useLocale } from 'next-intl'
import { useRef, useState, useEffect, useEffectEvent } from 'react'
import { fetchCall, type Refused } from '#lib/creator/fetch-call.ts'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { refusalMessage } from '#lib/creator/refusal.ts'
import { REPOSITORY_ERRORS } from '#lib/creator/repository-error.ts'
import { suggestFromRepository } from '#lib/creator/suggestions.ts'
import { useErrorMessages } from '#components/creator/form/use-error-messages-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { CreatorForm } from '#components/creator/form/form-types.ts'
import type { RefusedSession } from '#components/creator/form/use-sign-in-again-client.ts'
import { CHANGE } from '#components/creator/files/use-suggestions-client.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { endpoints } from '#lib/paths.ts'

type Options = {
  form: CreatorForm
  /** Version of the published project; `null` for a new one. */
  published: string | null
  onSignedOut: (end: RefusedSession) => void
}
/** Shown until another address is typed. */
type Refusal = { address: string; text: string; takenId: string | null }
type Why = Pick<Refused, 'reason' | 'details'>

/** Reads a plugin's repository and fills the form with what it contains. */
export function useRepository({ form, published, onSignedOut }: Options) {
  const describe = useErrorMessages()
  const t = useFormMessages('creator.refusal')
  const locale = useLocale()
  const [isChecking, setChecking] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const source = useFacts(form, published)

  /** Shows why the repository was refused. @returns the message; `null` if that is not the reason. */
  function refuse({ reason, details }: Why): string | null {
    const error = REPOSITORY_ERRORS.find((code) => code === reason)
    if (!error) return null
    const text = describe(error, details)
    const takenId = error === 'plugin_taken' ? String(details['id'] ?? '') || null : null
    setRefusal({ address: form.getValues('repository_url'), text, takenId })
    return text
  }

  async function verify() {
    if (isChecking) return
    const address = form.getValues('repository_url')
    setChecking(true)
    setRefusal(null)
    const owner = source.typedOwner() || undefined
    const checked = await fetchCall('githubCheck', { owner, repository_url: address.trim() })
    setChecking(false)
    // Another address was typed meanwhile.
    if (form.getValues('repository_url') !== address) return
    if (checked.ok) return source.take(checked.data)
    form.setValue('facts', null, { shouldDirty: true })
    if (checked.code === 401) return onSignedOut(checked)
    if (refuse(checked) !== null) return
    const known = refusalMessage(checked)
    setRefusal({ address, text: known ? t(known) : checked.message, takenId: null })
  }
  useProofReturn(form, verify)

  return {
    isChecking,
    refusal: refusal?.address === form.getValues('repository_url') ? refusal : null,
    verify,
    refuse,
    forget: () => form.setValue('facts', null),
    prove: () => leaveToProve(form.getValues('repository_url'), locale),
  }
}
export type RepositoryControl = ReturnType<typeof useRepository>

/** Takes over what was read; remembers it to tell suggested values from typed ones. */
function useFacts(form: CreatorForm, published: string | null) {
  const previous = useRef(form.getValues('facts'))
  const suggestedOwner = useRef(form.getValues('facts')?.owner ?? form.getValues('owner'))
  return {
    /** Owner that the creator typed; empty if it was suggested for another address. */
    typedOwner(): string {
      const owner = form.getValues('owner').trim()
      return owner === suggestedOwner.current ? '' : owner
    },
    take(facts: GithubCheck) {
      const input = { facts, previous: previous.current, published }
      for (const { name, value } of suggestFromRepository(form.getValues(), input)) {
        form.setValue(name, value, CHANGE)
      }
      previous.current = facts
      form.setValue('facts', facts, { shouldDirty: true })
      suggestedOwner.current = facts.owner ?? ''
      if (facts.owner) form.setValue('owner', facts.owner, CHANGE)
      form.setValue('repository_url', facts.repository_url, CHANGE)
      void form.trigger(['owner', 'repository_url'])
    },
  }
}

/** After the return from GitHub: reads the repository of the draft again. */
function useProofReturn(form: CreatorForm, verify: () => Promise<void>) {
  const onReturn = useEffectEvent(() => {
    if (!takeProof()) return
    if (repositoryAddress(form.getValues('repository_url')) !== null) void verify()
  })
  useEffect(() => {
    const timer = setTimeout(onReturn)
    return () => clearTimeout(timer)
  }, [])
}

/** Leaves for GitHub to prove push permission to a repository. GitHub's answer leads back here. */
function leaveToProve(repository: string, locale: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = endpoints.signInBy('github')
  const redirect = location.pathname + location.search
  for (const [name, value] of Object.entries({ repository, locale, redirect })) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

/** Takes the result of a proof out of the address, so that it is shown once. @returns whether there was one. */
function takeProof(): boolean {
  const url = new URL(location.href)
  if (!url.searchParams.has('proof')) return false
  url.searchParams.delete('proof')
  history.replaceState(history.state, '', url)
  return true
}
