import { serve } from '#lib/worker/serve.ts'

/* The backend's tasks for uploads, which begin and never end, without using the processor. */
const hang = () => new Promise(() => undefined)
serve({ 'accept-archive': hang, 'accept-package': hang, 'accept-picture': hang })
