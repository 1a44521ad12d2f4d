import { handOver } from './bootstrap.mjs'

handOver('seed.ts')
