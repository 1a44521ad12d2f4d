import { acceptPicture, scalePicture } from './pictures.ts'
import { serve } from '#lib/worker/serve.ts'
import { acceptArchive, inspectArchive } from './archive.ts'
import { makeDrawingsSafe } from './drawings.ts'

/* What the backend's worker processes run; each task stands in a file of its own. */
serve({
  'accept-archive': acceptArchive,
  'accept-picture': acceptPicture,
  archive: inspectArchive,
  drawings: makeDrawingsSafe,
  'scale-picture': scalePicture,
})
