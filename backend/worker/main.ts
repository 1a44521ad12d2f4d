import { flushCompileCache } from 'node:module'
import { loadProgram } from '#lib/worker/program-error.ts'
import { serve, type WorkerTask } from '#lib/worker/serve.ts'

/**
 * A task whose modules are loaded when it runs first: each process runs the tasks of one class (pool.ts), and what the others load
 * would be half of its start and a third of its memory. They are stored compiled before the input is read, since the process is
 * killed at its end.
 */
function lazily(load: () => Promise<WorkerTask>): WorkerTask {
  let loaded: WorkerTask | undefined
  return async (input, report) => {
    if (loaded === undefined) {
      loaded = await loadProgram(load)
      flushCompileCache()
    }
    return loaded(input, report)
  }
}

const archive = () => import('./archive.ts')
const covers = () => import('./covers.ts')
const drawings = () => import('./drawings.ts')
const pictures = () => import('./pictures.ts')

/* Entry point of the backend's worker processes. */
serve({
  'accept-archive': lazily(async () => (await archive()).acceptArchive),
  'accept-found-picture': lazily(
    async () => (await import('./found-picture.ts')).acceptFoundPicture,
  ),
  'accept-package': lazily(async () => (await archive()).acceptPackage),
  'accept-picture': lazily(async () => (await pictures()).acceptPicture),
  'draw-cover': lazily(async () => (await covers()).drawPictures),
  'draw-pack-picture': lazily(async () => (await import('./pack-picture.ts')).drawPackPicture),
  'preview-covers': lazily(async () => (await covers()).previewCovers),
  archive: lazily(async () => (await archive()).inspectArchive),
  drawings: lazily(async () => (await drawings()).sanitiseDrawings),
  'export-pack': lazily(async () => (await import('./pack-export.ts')).exportPack),
  'recolour-archive': lazily(async () => (await import('./recolour.ts')).recolourArchive),
  'scale-picture': lazily(async () => (await pictures()).scalePicture),
  sheet: lazily(async () => (await drawings()).joinDrawings),
})
