'use client'

import { useEffect, useState } from 'react'
import { langOf, type ProjectLanguage } from '#lib/contract/language.ts'
import { languageSchema } from '#lib/contract/project.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { countedText, type CreatorValues } from '#lib/creator/values.ts'

/** Pause in typing before the language is detected, in ms. */
const DEBOUNCE_MS = 1000

/**
 * The language of what is typed, as its `lang` attribute, and the one that a save would detect: `null` while one is chosen, and if it is
 * uncertain.
 */
export function useLanguage(values: CreatorValues) {
  const [found, setFound] = useState<ProjectLanguage | null>(null)
  const title = countedText(values, 'title')
  const description = countedText(values, 'description')
  const isWanted = values.language === '' && `${title}${description}` !== ''
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    async function detect() {
      const body = { title, description }
      const result = await fetchCall('detectLanguage', { body }, { signal: controller.signal })
      if (!controller.signal.aborted) setFound(result.ok ? result.data.language : null)
    }
    const timer = setTimeout(() => void detect(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isWanted, title, description])
  const detected = isWanted ? found : null
  const chosen = languageSchema.safeParse(values.language).data
  return { detected, lang: langOf({ language: chosen ?? detected }) }
}
