import type { Icon } from '#covers/icon.ts'
import { iconOf } from './icon-set.ts'
import type { IconSet } from './icon-set.ts'
import type { PackFacts } from './projects.ts'

const MAX_ICONS = 120
const BRANDS =
  /brand-|-logo|^(google|apple-|adobe|microsoft|facebook|android|spotify|youtube|discord|slack|github|gitlab|instagram|twitter|telegram|whatsapp|tiktok|mastodon|linkedin)/
const STYLED = /-(bold|fill|thin|light|duotone)$/

/** An icon and its name in the pack, without the suffix of the style. */
export type SelectedIcon = { name: string; icon: Icon }

/**
 * The icons of a pack: `front` first, in order, then the others alternating between families, so that
 * neighbours on a picture differ.
 * @throws Error if fewer than 24 icons match or the set lacks an icon of `front`.
 */
export function selectIcons(
  set: IconSet,
  facts: PackFacts,
): { icons: SelectedIcon[]; total: number } {
  const { style } = facts
  const inCategories =
    facts.from && new Set(facts.from.flatMap((category) => set.categories[category] ?? []))
  const named = [...set.icons.values()]
    .filter(
      ({ name }) =>
        name.endsWith(style) && (style !== '' || set.name !== 'Phosphor' || !STYLED.test(name)),
    )
    .filter(({ name }) => !inCategories || inCategories.has(name))
    .map((icon) => ({ name: style ? icon.name.slice(0, -style.length) : icon.name, icon }))
    .filter(({ name }) => facts.take.test(name) && !facts.leave?.test(name) && !BRANDS.test(name))
  const front = facts.front.split(' ').map((name) => ({ name, icon: iconOf(set, name + style) }))
  const chosen = new Set(front.map(({ name }) => name))
  const rest = spread(named.filter(({ name }) => !chosen.has(name)))
  const icons = [...front, ...rest].slice(0, MAX_ICONS)
  if (icons.length < 24) throw new Error(`Only ${icons.length} icons match.`)
  return { icons, total: named.length }
}

/** Takes one icon of each family (first word of the name) in turn. */
function spread(icons: SelectedIcon[]): SelectedIcon[] {
  const families = Map.groupBy(icons, ({ name }) => name.split('-')[0])
  const rounds = Math.max(0, ...[...families.values()].map((family) => family.length))
  return Array.from({ length: rounds }, (_, i) =>
    [...families.values()].flatMap((family) => family.slice(i, i + 1)),
  ).flat()
}
