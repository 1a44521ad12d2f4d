import { authorOf } from './authors.ts'
import { encode, encodeCover } from './encode.ts'
import { PALETTES } from '#covers/palette.ts'
import { allKeys, PLUGIN_LAYOUTS } from '#covers/plugin-covers.ts'
import { figures } from './figures.ts'
import { iconOf, iconSet } from './icon-set.ts'
import { attributionOf } from './licence.ts'
import type { PluginFacts } from './projects.ts'
import { alternative } from './sentences.ts'
import type { DemoProject } from './types.ts'

/**
 * Builds a plugin; its pictures show the keys that it provides. Its file is that of its release. Without one there is
 * nothing to install, which its page shows, and nothing was counted.
 */
export async function buildPlugin(
  slug: string,
  facts: PluginFacts,
  now: Date,
): Promise<DemoProject> {
  const set = await iconSet('mdi')
  const palette = PALETTES[facts.palette]
  const shades = [
    palette.keys[0],
    palette.keys[2],
    palette.keys[4],
    palette.keys[1],
    palette.keys[3],
  ]
  const keys = facts.keys.split(' ').map((name, i) => ({
    icon: iconOf(set, name),
    background: shades[i % shades.length] ?? palette.deep,
  }))
  const art = { keys, palette }
  const { repository } = facts
  return {
    kind: 'plugin',
    title: facts.title,
    tagline: facts.tagline,
    description: facts.body.trim(),
    language: facts.language,
    ...authorOf(facts.author),
    category: facts.category,
    tags: facts.tags,
    license: facts.license,
    attribution: `Pictures: ${attributionOf(set)}`,
    sample: !repository,
    ...figures(slug, 'strip', { now, since: facts.since, hasFile: facts.release !== undefined }),
    version: facts.version,
    minimum_version: facts.minimumVersion,
    operating_systems: facts.systems,
    cover: await encodeCover(
      PLUGIN_LAYOUTS[facts.layout](art),
      alternative(facts.language, 'cover', facts.title),
    ),
    gallery: [await encode(allKeys(art), alternative(facts.language, 'keys', facts.title))],
    file: null,
    owner: repository?.owner ?? null,
    repository_url: repository ? `https://github.com/${repository.owner}/${repository.name}` : null,
    release: facts.release ?? null,
    keys: facts.library ?? null,
    manifest: facts.manifest ?? null,
  }
}
