import { handOver } from './bootstrap.mjs'

handOver('test/main.ts')
