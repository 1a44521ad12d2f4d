'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Refused } from '#lib/api/client.ts'
import { showMessage } from '#components/ui/message-store.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { isHigher } from '#lib/contract/version.ts'
import { checkRepository } from '#lib/creator/check-client.ts'
import type { Rules } from '#lib/creator/faults.ts'
import { EMPTY, type Values } from '#lib/creator/form.ts'
import { leaveToProve, takeProof } from '#lib/creator/prove-client.ts'
import { detailsFor, fill, REPOSITORY_FAULTS } from '#lib/creator/repository-fault.ts'
import type { FormWords } from './words.ts'

type Options = {
  form: UseFormReturn<Values, Rules>
  words: FormWords
  locale: string
  /** The version that is published; none: a new plugin. */
  present: string | null
  onEnded: (message: string) => void
}
/** Good for the address that was refused, until another one is typed. */
type Refusal = { address: string; text: string; takenId: string | null }
type Why = Pick<Refused, 'reason' | 'message' | 'details'>

const OFFERED = ['title', 'description', 'version', 'minimum_version', 'operating_systems'] as const
const keeps = { shouldDirty: true, shouldValidate: true }

/** Looks at a plugin's repository, and starts the form with what it says. */
export function usePluginFacts({ form, words, locale, present, onEnded }: Options) {
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const offered = useRef(offersOf(form.getValues('facts')))
  /** Whoever was filled in for another address is nobody's word. */
  const offeredOwner = useRef(form.getValues('facts')?.owner ?? form.getValues('owner'))

  /** Says why a repository was refused, if that is why. @returns the words. */
  function refuse({ reason, message, details }: Why): string | null {
    const fault = REPOSITORY_FAULTS.find((one) => one === reason)
    if (!fault) return null
    const text = fill(words.faults[fault], detailsFor(details, locale, new Date()))
    const takenId = fault === 'plugin_taken' ? String(details['id'] ?? '') || null : null
    setRefusal({ address: form.getValues('repository_url'), text: text || message, takenId })
    return text || message
  }

  async function verify() {
    if (isAsking) return
    const [owner, address] = form.getValues(['owner', 'repository_url'])
    setAsking(true)
    setRefusal(null)
    const isTyped = owner.trim() !== offeredOwner.current
    const checked = await checkRepository(isTyped ? owner.trim() : '', address.trim())
    setAsking(false)
    // Another address was typed meanwhile: the answer is none to it.
    if (form.getValues('repository_url') !== address) return
    if (checked.ok) return take(checked.facts)
    form.setValue('facts', null, { shouldDirty: true })
    if (checked.code === 401) return onEnded(checked.message)
    if (refuse(checked) !== null) return
    const text = checked.message || words.faults.unavailable
    setRefusal({ address, text, takenId: null })
  }

  /** What was read stands in the fields that nobody has changed; of a published one a new version alone. */
  function take(facts: NonNullable<Values['facts']>) {
    const offers = offersOf(facts)
    for (const name of OFFERED) {
      const value = offers[name]
      const typed = JSON.stringify(form.getValues(name))
      const isUntouched = [EMPTY[name], offered.current[name]].some(
        (start) => JSON.stringify(start) === typed,
      )
      const isWanted =
        present === null ? isUntouched : name === 'version' && isHigher(facts.version, present)
      if (value !== undefined && isWanted) form.setValue(name, value, keeps)
    }
    offered.current = offers
    form.setValue('facts', facts, { shouldDirty: true })
    offeredOwner.current = facts.owner ?? ''
    if (facts.owner) form.setValue('owner', facts.owner, keeps)
    form.setValue('repository_url', facts.repository_url, keeps)
    void form.trigger(['owner', 'repository_url'])
  }

  /** Back from GitHub: the draft holds the address, and the proof shows in another look. */
  const lookAgain = useEffectEvent(() => {
    const proof = takeProof()
    if (proof === null) return
    const texts = { proved: null, unproved: words.plugin.pushNot, failed: words.plugin.pushFailed }
    const message = texts[proof]
    if (message !== null) showMessage({ message, color: 'danger' })
    if (repositoryAddress(form.getValues('repository_url')) !== null) void verify()
  })
  useEffect(() => {
    const timer = setTimeout(lookAgain)
    return () => clearTimeout(timer)
  }, [])

  const address = form.getValues('repository_url')
  return {
    isAsking,
    refusal: refusal?.address === address ? refusal : null,
    verify,
    refuse,
    forget: () => form.setValue('facts', null),
    prove: () => leaveToProve(form.getValues('repository_url'), locale),
  }
}
export type PluginFacts = ReturnType<typeof usePluginFacts>

function offersOf(facts: Values['facts']): Partial<Pick<Values, (typeof OFFERED)[number]>> {
  if (!facts) return {}
  const { title, description, version, operating_systems, minimum_version } = facts
  return {
    title,
    description,
    version,
    operating_systems,
    ...(minimum_version !== null && { minimum_version }),
  }
}
