import { handOver } from './bootstrap.mjs'

handOver('gate/ci.ts')
