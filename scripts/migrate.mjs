import { handOver } from './bootstrap.mjs'

handOver('migrate.ts')
