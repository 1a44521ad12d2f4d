import { handOver } from './bootstrap.mjs'

handOver('gate/main.ts')
