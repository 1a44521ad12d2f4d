/** Job that hides or restores the projects of an action on many, or undoes that. The subject is its id. */
export const BULK_JOB = 'bulk' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [BULK_JOB]: true
  }
}
