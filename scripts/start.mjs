import { handOver } from './bootstrap.mjs'

handOver('run.ts')
