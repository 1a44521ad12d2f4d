import { z } from 'zod'

/** Next's bundles are module graphs of their own; what they share stands on the global object. */
const SYMBOL = Symbol.for('keystrip.generation')
const count = z.number().catch(0)

/** How often the catalogue was changed through this process: an answer from before is an old one. */
export const generation = (): number => count.parse(Reflect.get(globalThis, SYMBOL))

/** Makes every answer that is kept in memory an old one. */
export function nextGeneration(): void {
  Reflect.set(globalThis, SYMBOL, generation() + 1)
}
