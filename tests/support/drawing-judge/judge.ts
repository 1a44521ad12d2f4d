import { z } from 'zod'
import { compare } from './compare.ts'
import type { Original } from './read-drawings.ts'
import type { DrawingRenderer } from './render.ts'
import { sanitise } from './sanitise.ts'

const namesSchema = z.record(z.string(), z.array(z.string()))
export const verdictSchema = z.object({
  drawings: z.number(),
  /** Names of drawings by reason. */
  refused: namesSchema,
  simplified: namesSchema,
  /** Drawings that the browser itself cannot draw. */
  undrawable: z.array(z.string()),
  /** Drawings that look different and have no mark, the worst first. */
  differing: z.array(z.object({ name: z.string(), share: z.number(), connected: z.number() })),
  /** Drawings with a mark whose difference is within the limits. */
  equalThoughSimplified: z.array(z.string()),
})
export type DrawingVerdict = z.infer<typeof verdictSchema>

/** Drawings that are in memory together, as bytes and pictures. */
const BATCH = 320

/** Compares drawings as a browser shows them with what the sanitiser makes of them. */
export async function judge(
  originals: readonly Original[],
  renderer: DrawingRenderer,
): Promise<DrawingVerdict> {
  const verdict: DrawingVerdict = {
    drawings: originals.length,
    refused: {},
    simplified: {},
    undrawable: [],
    differing: [],
    equalThoughSimplified: [],
  }
  for (let at = 0; at < originals.length; at += BATCH) {
    await judgeBatch(originals.slice(at, at + BATCH), renderer, verdict)
  }
  verdict.differing.sort((a, b) => b.share - a.share)
  return verdict
}

async function judgeBatch(
  originals: readonly Original[],
  renderer: DrawingRenderer,
  verdict: DrawingVerdict,
) {
  const converted = await sanitise(originals.map(({ bytes }) => bytes))
  const before = await renderer.render(originals.map(({ bytes }) => bytes))
  const after = await renderer.render(
    converted.map((one) => Buffer.from('svg' in one ? one.svg : '')),
  )
  for (const [at, { name }] of originals.entries()) {
    const [one, picture, safe] = [converted[at], before[at], after[at]]
    if (!one) throw new Error(`${name}: no result`)
    if (!picture) verdict.undrawable.push(name)
    if ('refused' in one) note(verdict.refused, one.refused, name)
    if (!picture || 'refused' in one) continue
    const { simplified: reasons } = one
    for (const reason of reasons) note(verdict.simplified, reason, name)
    const { share, connected, isVisible } = safe
      ? compare(picture, safe)
      : { share: 1, connected: 144 * 144, isVisible: true }
    if (isVisible && reasons.length === 0) verdict.differing.push({ name, share, connected })
    if (!isVisible && reasons.length > 0) verdict.equalThoughSimplified.push(name)
  }
}

function note(names: Record<string, string[]>, reason: string, name: string) {
  const list = (names[reason] ??= [])
  list.push(name)
}
