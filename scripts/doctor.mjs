import { handOver } from './bootstrap.mjs'

handOver('doctor.ts')
