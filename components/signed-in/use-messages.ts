import { useTranslations } from 'next-intl'
import type { AccountNamespace } from './account-messages.tsx'

/** `useTranslations`, for the namespaces that `AccountMessages` sends to the browser. */
export const useAccountMessages = <N extends AccountNamespace>(namespace: N) =>
  useTranslations(namespace)
