import { z } from 'zod'
import { operatingSystemSchema } from '#lib/contract/kind-schema.ts'

/** Processor architectures of packages, as file names and manifests have them. */
const ARCHITECTURES = ['x64', 'arm64', 'ia32'] as const

/** Which of the packages of a plugin is wanted; other kinds have one file. */
export const fileQuerySchema = z.object({
  system: operatingSystemSchema.exclude(['all', 'other']).optional(),
  architecture: z.enum(ARCHITECTURES).optional(),
})
