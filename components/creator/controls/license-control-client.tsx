'use client'

import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { LicenseList } from './license-list.tsx'
import { useField, useInput } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { CHANGE } from '#components/creator/files/use-uploaded-files-client.ts'

/** A licence: common ones are suggested, any other may be typed. For a name in words its SPDX identifier is offered. */
export function LicenseControl({ name }: ControlProps) {
  const { form } = useCreatorForm()
  const t = useFormMessages('creator')
  const list = useId()
  const [proposed, setProposed] = useState<string | null>(null)
  async function propose() {
    // The names of all licences are loaded when one is typed.
    const { proposeSpdx } = await import('#lib/text/spdx.ts')
    const typed = form.getValues('license').trim()
    const id = proposeSpdx(typed)
    setProposed(id === typed ? null : id)
  }
  const accept = (id: string) => {
    form.setValue('license', id, CHANGE)
    setProposed(null)
  }
  return (
    <>
      <Field
        {...useField(name)}
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        {...useInput(name, {
          onBlur: () => void propose(),
          onChange: () => setProposed(null),
        })}
      />
      <LicenseList id={list} />
      <div role="status">
        {proposed !== null && (
          <Button variant="secondary" onClick={() => accept(proposed)}>
            {t('licenseOffer', { name: proposed })}
          </Button>
        )}
      </div>
    </>
  )
}
