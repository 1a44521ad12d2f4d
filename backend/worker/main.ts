import { acceptPicture, scalePicture } from './pictures.ts'
import { serve } from '#lib/worker/serve.ts'
import { acceptArchive, inspectArchive } from './archive.ts'
import { joinDrawings, sanitiseDrawings } from './drawings.ts'

/* Entry point of the backend's worker processes. */
serve({
  'accept-archive': acceptArchive,
  'accept-picture': acceptPicture,
  archive: inspectArchive,
  drawings: sanitiseDrawings,
  'scale-picture': scalePicture,
  sheet: joinDrawings,
})
