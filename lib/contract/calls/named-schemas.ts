import { z } from 'zod'
import { categorySchema, kindSchema } from '#lib/contract/kind-schema.ts'
import {
  authorSchema,
  imageSchema,
  languageSchema,
  projectFileSchema,
  projectSchema,
} from '#lib/contract/project.ts'
import { foundSchema, packIconSchema } from '#lib/contract/search.ts'

/** Parts of answers that the description of the API has once, under these names. */
export const NAMED_SCHEMAS = {
  Kind: kindSchema,
  Category: categorySchema,
  Language: languageSchema,
  Author: authorSchema,
  Image: imageSchema,
  File: projectFileSchema,
  Icon: packIconSchema,
  Project: projectSchema,
  FoundProject: foundSchema,
} as const satisfies Record<string, z.ZodType>

const registry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id })

/** JSON Schema 2020-12 of an answer, with references to the named parts, which are in `$defs`. */
export const toAnswerSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', metadata: registry })

/** The same of what a caller sends. */
export const toInputSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: registry })
