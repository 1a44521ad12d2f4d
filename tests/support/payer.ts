import type { Payer } from '#lib/limits/payer.ts'

/** Who pays for the work of a test. */
export const PAYER: Payer = { name: 'test' }
