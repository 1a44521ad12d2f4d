'use client'

import { useEffect, useState } from 'react'
import type { FileNote } from '#lib/contract/file-note.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import type { NoteWords } from './words.ts'

type Props = {
  notes: FileNote[]
  of: 'fault' | 'warning'
  words: NoteWords
  locale: string
  /** Stands there until the sentences are made, and for what nobody has a sentence for. */
  fallback?: string
}

/** What is wrong with a file, or doubtful about it, in sentences with the values that belong to them. */
export function FileNotes({ notes, of, words, locale, fallback }: Props) {
  const sentences = useSentences(notes, of, words, locale)
  const shown = sentences.length > 0 ? sentences : fallback === undefined ? [] : [fallback]
  const [first] = shown
  if (first === undefined) return null
  if (of === 'fault') return <span dir="auto">{first}</span>
  return (
    <ul className="mt-1 list-disc space-y-1 ps-5">
      {shown.map((sentence) => (
        <li key={sentence} className="min-w-0 break-words [overflow-wrap:anywhere]" dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  )
}

/** What makes sentences with plurals comes when there is one to make. */
function useSentences(
  notes: FileNote[],
  of: Props['of'],
  words: NoteWords,
  locale: string,
): string[] {
  const [sentences, setSentences] = useState<string[]>([])
  useEffect(() => {
    let isCurrent = true
    const make = async () => {
      const { createTranslator } = await import('next-intl')
      const messages = words[of]
      const translate = createTranslator({ locale, messages })
      const known = notes.filter(({ code }) => Object.hasOwn(messages, code))
      const made = known.map((note) => translate(note.code, valuesOf(note, words, locale)))
      if (isCurrent) setSentences(made)
    }
    // Without it the fallback stays.
    make().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [notes, of, words, locale])
  return sentences
}

function valuesOf({ code: _code, ...values }: FileNote, words: NoteWords, locale: string) {
  const { kind = '', limit = 0, ...rest } = values
  const size = formatBytes(limit, locale)
  return { ...rest, limit, size, kind: words.kinds[kind] ?? kind }
}
