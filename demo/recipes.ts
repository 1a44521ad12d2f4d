import { buildIconPack } from './build-icons.ts'
import { buildPlugin } from './build-plugin.ts'
import { buildStrip } from './build-strip.ts'
import { DEMO_PROJECTS } from './projects.ts'
import type { DemoProject, DemoRecipe } from './types.ts'

/**
 * Every demo project as a recipe; `build` renders its pictures and packs its file (some tenths of a
 * second each). The same at the same time.
 * @param now the dates of the catalogue end here, as if it had grown until it was filled
 */
export function demoRecipes(now: Date): DemoRecipe[] {
  return [
    ...recipes(DEMO_PROJECTS.icon, (...args) => buildIconPack(...args, now)),
    ...recipes(DEMO_PROJECTS.plugin, (...args) => buildPlugin(...args, now)),
    ...recipes(DEMO_PROJECTS.profile, (...args) => buildStrip('profile', ...args, now)),
    ...recipes(DEMO_PROJECTS.flexpage, (...args) => buildStrip('flexpage', ...args, now)),
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
