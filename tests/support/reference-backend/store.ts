import type { Api, Project } from './api.ts'

export type Account = { uid: string; username: string; email: string; passwordHash: string }

/** A token authenticates calls until `accessUntil` and can be exchanged until `refreshUntil`, in ms. */
export type ReferenceSession = { account: Account; accessUntil: number; refreshUntil: number }

export type ReferenceFile = {
  id: string
  uid: string
  purpose: Api['upload']['body']['purpose']
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
  size?: { width: number; height: number }
}

export type ReferenceVersion = Api['versions']['data']['items'][number]

export type StoredProject = { project: Project; versions: ReferenceVersion[] }

/** All data of the backend, in memory. */
export const createStore = () => ({
  /** By uid. */
  accounts: new Map<string, Account>(),
  /** By token. */
  sessions: new Map<string, ReferenceSession>(),
  /** The last sent code, by e-mail address. */
  codes: new Map<string, string>(),
  /** By file id. */
  files: new Map<string, ReferenceFile>(),
  /** By project id. */
  projects: new Map<string, StoredProject>(),
  /** Events that were counted: visitor, project and event. */
  events: new Set<string>(),
  /** Responses to writes with an `Idempotency-Key`, by account and key. */
  responses: new Map<string, { request: string; project: Project }>(),
})
export type ReferenceStore = ReturnType<typeof createStore>
