import { config } from 'zod/v4/core'

// Otherwise zod tries `new Function` once, which the page's policy forbids and reports.
config({ jitless: true })
