import { CATALOGUE_PATCHES } from './catalogue-patches.ts'
import type { Patch } from './patch.ts'
import { SYSTEM_PATCHES } from './system-patches.ts'

/** One small change of each sort. */
export const PATCHES: Readonly<Record<string, Patch>> = { ...CATALOGUE_PATCHES, ...SYSTEM_PATCHES }
