import { handOver } from './bootstrap.mjs'

/* `node scripts/command.mjs SCRIPT …`: starts any command but `npm start`, which has a file of its own for service managers. */

const [script] = process.argv.splice(2, 1)
handOver(script)
