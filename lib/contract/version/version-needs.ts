import { z } from 'zod'
import { operatingSystemSchema } from '#lib/contract/kind-schema.ts'
import { minimumVersionSchema, versionSchema } from './version-schema.ts'

/* What a version of a project needs. */

/** Versions of a project that are named beside its current one: four systems, each with its lowest minimum version, and two more. */
export const FITTING_VERSIONS_MAX = 6

export const operatingSystemsSchema = z.array(operatingSystemSchema).min(1).max(5)

export const versionNeedsSchema = z.object({
  version: versionSchema,
  operating_systems: operatingSystemsSchema,
  minimum_version: minimumVersionSchema,
})
export type VersionNeeds = z.infer<typeof versionNeedsSchema>
