import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'

setFlagsFromString('--expose-gc')
const collect = z.function().parse(runInNewContext('gc'))

/** Collects the garbage of this process, twice: buffers of the first time are freed in the background. */
export function collectGarbage(): void {
  collect()
  collect()
}
