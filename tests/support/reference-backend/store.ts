import type { Api, Project } from './api.ts'

export type Account = { uid: string; username: string; email: string; passwordHash: string }

/** A token authenticates calls until `accessUntil` and can be exchanged until `refreshUntil`, in ms. */
export type Session = { account: Account; accessUntil: number; refreshUntil: number }

export type StoredFile = {
  id: string
  uid: string
  purpose: Api['upload']['body']['purpose']
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
  size?: { width: number; height: number }
}

export type Version = Api['versions']['data']['items'][number]

export type StoredProject = { project: Project; versions: Version[] }

/** All data of the backend, in memory. */
export const createStore = () => ({
  /** By uid. */
  accounts: new Map<string, Account>(),
  /** By token. */
  sessions: new Map<string, Session>(),
  /** The last sent code, by e-mail address. */
  codes: new Map<string, string>(),
  /** By file id. */
  files: new Map<string, StoredFile>(),
  /** By project id. */
  projects: new Map<string, StoredProject>(),
  /** Events that were counted: visitor, project and event. */
  events: new Set<string>(),
  /** Responses to writes with an `Idempotency-Key`, by account and key. */
  responses: new Map<string, { request: string; project: Project }>(),
})
export type Store = ReturnType<typeof createStore>
