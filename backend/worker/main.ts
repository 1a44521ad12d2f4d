import { acceptPicture, scalePicture } from './pictures.ts'
import { serve } from '#lib/worker/serve.ts'

/* What the backend's worker processes run; each task stands in a file of its own. */
serve({
  echo: (input) => input,
  'accept-picture': acceptPicture,
  'scale-picture': scalePicture,
})
