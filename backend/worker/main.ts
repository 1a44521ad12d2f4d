import { serve } from '#lib/worker/serve.ts'

/* What the backend's worker processes run; each task stands in a file of its own. */
serve({
  echo: (input) => input,
})
