import { thing } from '#lib/env.ts'
export const kept = thing
