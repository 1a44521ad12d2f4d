import { handOver } from './bootstrap.mjs'

handOver('admin.ts')
