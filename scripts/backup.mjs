import { handOver } from './bootstrap.mjs'

handOver('backup.ts')
