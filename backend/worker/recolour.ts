import { readInput } from '#lib/worker/program-error.ts'
import { recolourInputSchema, type RecolourOutput } from '#backend/services/recolour/messages.ts'
import { writeVariant } from '#backend/services/recolour/write-variant.ts'

/** Task `recolour-archive`: writes an icon pack in another colour. */
export const recolourArchive = async (input: unknown): Promise<RecolourOutput> =>
  writeVariant(readInput(recolourInputSchema, input))
