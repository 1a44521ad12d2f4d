'use client'

import { useLocale } from 'next-intl'
import { useMemo } from 'react'
import { languageName, languageOptions } from '#lib/i18n/language-name.ts'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { Choice } from './choice-controls-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** The language of the project's texts; the first option detects it. */
export function LanguageControl({ name }: ControlProps) {
  const { detected } = useCreatorForm()
  const t = useFormMessages('creator')
  const locale = useLocale()
  const other = t('languageOther')
  const options = useMemo(() => languageOptions(locale, other), [locale, other])
  const empty = detected
    ? t('languageDetected', { language: languageName(detected, locale) })
    : t('languageDetect')
  return <Choice name={name} empty={empty} options={options} />
}
