import path from 'node:path'

/** An empty file, as old as the last complete backup (`npm run backup`). */
export const lastBackupFile = (dataDir: string) => path.join(dataDir, '.last-backup')
