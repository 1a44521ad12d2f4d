import type { Version } from '#lib/contract/publish.ts'

/** Of versions, the highest first: the next lower one that is offered. */
export const offeredBelow = (
  versions: readonly Pick<Version, 'version' | 'yanked_at'>[],
  at: number,
): string | undefined => versions.slice(at + 1).find(({ yanked_at }) => !yanked_at)?.version
