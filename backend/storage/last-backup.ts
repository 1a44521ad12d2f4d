import path from 'node:path'

/** Empty files, as old as the last complete backup (`npm run backup`), and the last one that was tried (`npm run restore -- --check`). */
export const lastBackupFile = (dataDir: string) => path.join(dataDir, '.last-backup')

/** What the last run of `npm run doctor` has left: the number of problems by code, as JSON. */
export const lastDoctorFile = (dataDir: string) => path.join(dataDir, '.last-doctor')
export const lastCheckFile = (dataDir: string) => path.join(dataDir, '.last-check')
