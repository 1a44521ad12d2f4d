import type { ExamineRequest } from '#lib/contract/operator.ts'
import type { Parts } from '#backend/parts.ts'

export type ExamineDeps = Pick<Parts, 'db' | 'storage'>
export type ExamineOptions = Pick<ExamineRequest, 'after' | 'fix'> & { now: Date }
