'use client'

import { useEffect, useRef, useState } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'

/**
 * Reports the invalid fields of a short form after a submit: focuses the first one in page order,
 * which reads its error, and announces the labels if there are several.
 *
 * @param pattern message with `{fields}`
 */
export function useInvalidReport(pattern: string) {
  const formRef = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  // After the errors are rendered.
  useEffect(() => {
    if (attempt === 0 || !formRef.current) return
    const invalid = formRef.current.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')
    invalid[0]?.focus()
    if (invalid.length < 2) return
    const labels = [...invalid].map((input) => input.labels?.[0]?.textContent ?? '')
    const list = new Intl.ListFormat(document.documentElement.lang).format(labels)
    announce(pattern.replace('{fields}', list))
  }, [attempt, pattern])
  return { formRef, report: () => setAttempt((before) => before + 1) }
}
