import { z } from 'zod'
import { kindSchema } from './kind-schema.ts'
import { idSchema } from './project.ts'

export const EVENTS = ['view', 'download', 'install'] as const
export const eventSchema = z.enum(EVENTS)
export type StatisticEvent = z.infer<typeof eventSchema>
/** What an event counts in popularity and trend. */
export const WEIGHTS: Record<StatisticEvent, number> = { view: 1, download: 5, install: 8 }

/** `POST /statistic/record`. */
export const recordRequestSchema = z.object({ kind: kindSchema, id: idSchema, event: eventSchema })
export type RecordRequest = z.infer<typeof recordRequestSchema>
/** `counted` is `false` for a repetition within the day, for bots, and for the author of the project. */
export const recordedSchema = z.object({ counted: z.boolean() })
