'use client'

import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useField, useInput } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { CHANGE } from '#components/creator/files/use-suggestions-client.ts'

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

/** The common licences, suggested by a text field whose `list` is the id. */
function LicenseList({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {SUGGESTED_LICENSES.map((license) => (
        <option key={license} value={license}>
          {license}
        </option>
      ))}
    </datalist>
  )
}

/** SPDX identifiers that the form suggests: common for icons, settings and code. Any other may be typed. */
const SUGGESTED_LICENSES = [
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-3-Clause',
  'MPL-2.0',
  'GPL-3.0-or-later',
  'OFL-1.1',
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
] as const
