import type { Parts } from '#backend/parts.ts'
import type { Providers } from '#backend/services/provider/ask.ts'
import type { GitHub } from './github.ts'

export type ResolveText = (name: string) => Promise<string[][]>

/** What publishing and transferring plugins needs of the backend's dependencies. */
export type PluginDependencies = Pick<Parts, 'db' | 'storage' | 'send' | 'failures' | 'site'> & {
  github: GitHub
  providers: Providers
  /** Reads text records of name servers; those of the machine by default. */
  resolveText?: ResolveText
}
