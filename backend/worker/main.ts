import { acceptPicture, scalePicture } from './pictures.ts'
import { serve } from '#lib/worker/serve.ts'
import { acceptArchive, acceptPackage, inspectArchive } from './archive.ts'
import { drawPictures, previewCovers } from './covers.ts'
import { drawPackPicture } from './pack-picture.ts'
import { recolourArchive } from './recolour.ts'
import { joinDrawings, sanitiseDrawings } from './drawings.ts'

/* Entry point of the backend's worker processes. */
serve({
  'accept-archive': acceptArchive,
  'accept-package': acceptPackage,
  'accept-picture': acceptPicture,
  'draw-cover': drawPictures,
  'draw-pack-picture': drawPackPicture,
  'preview-covers': previewCovers,
  archive: inspectArchive,
  drawings: sanitiseDrawings,
  'recolour-archive': recolourArchive,
  'scale-picture': scalePicture,
  sheet: joinDrawings,
})
