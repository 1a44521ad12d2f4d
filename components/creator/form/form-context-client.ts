'use client'

import { createContext, useContext } from 'react'
import type { CreatorFormState } from './use-project-form-client.ts'

const Context = createContext<CreatorFormState | null>(null)
export const ProjectFormProvider = Context.Provider

/** State of the form around a control. Throws outside of a form. */
export function useCreatorForm(): CreatorFormState {
  const form = useContext(Context)
  if (!form) throw new Error('no form around this control')
  return form
}
