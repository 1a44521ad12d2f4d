import type { ExamineRequest } from '#lib/contract/operator.ts'
import type { Database } from '#backend/db/connect.ts'
import type { Storage } from '#backend/storage/storage.ts'

export type ExamineDeps = { db: Database; storage: Storage }
export type ExamineOptions = Pick<ExamineRequest, 'after' | 'fix'> & { now: Date }
