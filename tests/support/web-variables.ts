import { vi } from 'vitest'
import { setProcessState } from '#lib/process-state.ts'

/** Sets variables of the web app in this process, until the test ends. It reads them once, and now again. */
export function stubVariables(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  setProcessState('variables', undefined)
}
