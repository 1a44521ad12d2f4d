import { buildIconPack } from './build-icons.ts'
import { buildPlugin } from './build-plugin.ts'
import { buildStrip } from './build-strip.ts'
import { FLEXPAGES_A } from './data/flexpages-a.ts'
import { FLEXPAGES_B } from './data/flexpages-b.ts'
import { PACKS_A } from './data/packs-a.ts'
import { PACKS_B } from './data/packs-b.ts'
import { PACKS_C } from './data/packs-c.ts'
import { PLUGINS } from './data/plugins.ts'
import { PROFILES_A } from './data/profiles-a.ts'
import { PROFILES_B } from './data/profiles-b.ts'
import { FLEXPAGES_EN } from './texts/flexpages-en.ts'
import { FLEXPAGES_MORE } from './texts/flexpages-more.ts'
import { ICONS_DE } from './texts/icons-de.ts'
import { ICONS_EN_A } from './texts/icons-en-a.ts'
import { ICONS_EN_B } from './texts/icons-en-b.ts'
import { ICONS_FR } from './texts/icons-fr.ts'
import { ICONS_JA } from './texts/icons-ja.ts'
import { ICONS_ZH } from './texts/icons-zh.ts'
import { PLUGIN_TEXTS } from './texts/plugins.ts'
import { PROFILES_EN } from './texts/profiles-en.ts'
import { PROFILES_MORE } from './texts/profiles-more.ts'
import type { Text } from './texts/text.ts'
import type { DemoProject, DemoRecipe } from './types.ts'

/**
 * Every demo project as a recipe; `build` renders its pictures and packs its file (some tenths of a
 * second each). Deterministic.
 * @throws Error if a project has no text.
 */
export async function demoRecipes(): Promise<DemoRecipe[]> {
  const icons = { ...ICONS_EN_A, ...ICONS_EN_B, ...ICONS_FR, ...ICONS_DE, ...ICONS_JA, ...ICONS_ZH }
  return [
    ...recipes({ ...PACKS_A, ...PACKS_B, ...PACKS_C }, icons, buildIconPack),
    ...recipes(PLUGINS, PLUGIN_TEXTS, buildPlugin),
    ...recipes({ ...PROFILES_A, ...PROFILES_B }, { ...PROFILES_EN, ...PROFILES_MORE }, (...args) =>
      buildStrip('profile', ...args),
    ),
    ...recipes(
      { ...FLEXPAGES_A, ...FLEXPAGES_B },
      { ...FLEXPAGES_EN, ...FLEXPAGES_MORE },
      (...args) => buildStrip('flexpage', ...args),
    ),
  ]
}

function recipes<Facts>(
  all: Record<string, Facts>,
  texts: Record<string, Text>,
  build: (slug: string, facts: Facts, text: Text) => Promise<DemoProject>,
): DemoRecipe[] {
  return Object.entries(all).map(([slug, facts]) => {
    const text = texts[slug]
    if (!text) throw new Error(`The demo project "${slug}" has no text.`)
    return { title: text.title, build: () => build(slug, facts, text) }
  })
}
