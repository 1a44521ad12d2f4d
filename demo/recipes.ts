import { buildIconPack } from './build-icons.ts'
import { buildPlugin } from './build-plugin.ts'
import { buildStrip } from './build-strip.ts'
import { DEMO_PROJECTS } from './projects.ts'
import type { DemoProject, DemoRecipe } from './types.ts'

/**
 * Every demo project as a recipe; `build` renders its pictures and packs its file (some tenths of a
 * second each). Deterministic.
 */
export function demoRecipes(): DemoRecipe[] {
  return [
    ...recipes(DEMO_PROJECTS.icon, buildIconPack),
    ...recipes(DEMO_PROJECTS.plugin, buildPlugin),
    ...recipes(DEMO_PROJECTS.profile, (...args) => buildStrip('profile', ...args)),
    ...recipes(DEMO_PROJECTS.flexpage, (...args) => buildStrip('flexpage', ...args)),
  ]
}

function recipes<Facts extends { title: string }>(
  all: Record<string, Facts>,
  build: (slug: string, facts: Facts) => Promise<DemoProject>,
): DemoRecipe[] {
  return Object.entries(all).map(([slug, facts]) => ({
    title: facts.title,
    build: () => build(slug, facts),
  }))
}
