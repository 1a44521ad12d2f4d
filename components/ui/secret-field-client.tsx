'use client'

import type { Ref } from 'react'

type Props = { label: string; secret: string; ref?: Ref<HTMLInputElement> }

/** A secret that is shown once, to copy. The focus selects all of it. */
export function SecretField({ label, secret, ref }: Props) {
  return (
    <label className="block min-w-0 flex-1 space-y-1.5">
      <span className="block text-sm font-medium">{label}</span>
      <input
        ref={ref}
        readOnly
        value={secret}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        className="h-11 w-full rounded-key border border-line-control bg-surface-0 px-3 font-mono text-sm"
      />
    </label>
  )
}
