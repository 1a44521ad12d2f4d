'use client'

import { createContext, useContext } from 'react'
import type { ProjectForm } from './use-project-form-client.ts'

const Context = createContext<ProjectForm | null>(null)
export const ProjectFormProvider = Context.Provider

/** State of the form around a control. Throws outside of a form. */
export function useCreatorForm(): ProjectForm {
  const form = useContext(Context)
  if (!form) throw new Error('no form around this control')
  return form
}
