/**
 * State of the whole process. Next bundles pages and route handlers as separate module graphs, so a
 * module-level variable exists once per bundle; these values exist once.
 *
 * The module that owns a value adds its type:
 * `declare module '#lib/process-state.ts' { interface ProcessState { name: Type } }`
 */
export interface ProcessState {
  /** Whether requests reach Next through `server/`, which overwrites client address headers. */
  isBehindServer: boolean
}

declare global {
  var keystripProcessState: Partial<ProcessState> | undefined
}

export function getProcessState<Key extends keyof ProcessState>(
  key: Key,
): ProcessState[Key] | undefined {
  return globalThis.keystripProcessState?.[key]
}

/** `undefined` removes the value. */
export function setProcessState<Key extends keyof ProcessState>(
  key: Key,
  value: ProcessState[Key] | undefined,
): void {
  globalThis.keystripProcessState = { ...globalThis.keystripProcessState, [key]: value }
}

/** The value under `key`; the first caller in the process creates it. */
export function ensureProcessState<Key extends keyof ProcessState>(
  key: Key,
  create: () => ProcessState[Key],
): ProcessState[Key] {
  const existing = getProcessState(key)
  if (existing !== undefined) return existing
  const created = create()
  setProcessState(key, created)
  return created
}
