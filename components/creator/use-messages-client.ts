'use client'

import { useTranslations } from 'next-intl'
import type { FormNamespace, ListNamespace } from './messages.ts'

/** `useTranslations`, for the namespaces that the form's page sends to the browser. */
export const useFormMessages = <N extends FormNamespace>(namespace: N) => useTranslations(namespace)

/** `useTranslations`, for the namespaces that the list of one's own projects sends, and the form's page too. */
export const useListMessages = <N extends ListNamespace>(namespace: N) => useTranslations(namespace)
