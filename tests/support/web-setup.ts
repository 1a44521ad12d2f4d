import { vi } from 'vitest'
import { setProcessState } from '#lib/process-state.ts'

/* Test files of the web app share its modules: each begins with the variables of the run. */

vi.unstubAllEnvs()
setProcessState('variables', undefined)
