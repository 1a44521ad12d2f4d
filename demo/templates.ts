import { PALETTES } from '#covers/palette.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { packFile, stripFile } from './build-file.ts'
import { iconOf, iconSet } from './icon-set.ts'
import { layOut } from './strip.ts'

const START = { author: 'Your name', version: '1.0.0', minimum_version: '1.0.0' }

const ICONS =
  'house search bell heart star camera music calendar cloud lock mail map play sun moon settings'

const MAIN = `
  undo-2|Undo|1|ctrl+z
  redo-2|Redo|1|ctrl+shift+z
  copy|Copy|0|ctrl+c
  clipboard|Paste|0|ctrl+v
  search|Find|3|ctrl+f
  play|Play|2|!media.play_pause|1.4
  volume-2|Volume|3|!audio.mute
  clock|Time|4|=clock.time|1.6
  signature|Signature|0|"Kind regards|1.2`
const MORE = `
  arrow-left|Back|3|>page-1
  layout-grid|Windows|0|ctrl+up
  camera|Capture|2|ctrl+shift+s
  mic|Mute|1|ctrl+shift+m`

export type TemplateFile = { name: string; bytes: Buffer }

/**
 * The template files of the pages “How to make one”: small, complete, and accepted as they are.
 * Deterministic, so that a test compares them with the files in `public/templates`.
 */
export async function buildTemplates(): Promise<TemplateFile[]> {
  const set = await iconSet('lucide')
  const strip = (kind: 'profile' | 'flexpage', name: string, pages: Record<string, string>) =>
    stripFile(kind, set, { ...START, name }, layOut({ pages }, set, PALETTES.ink))
  const icons = ICONS.split(' ').map((name) => ({ name, icon: iconOf(set, name) }))
  return [
    { name: nameOf('icon'), bytes: await packFile(set, { ...START, name: 'My icon pack' }, icons) },
    {
      name: nameOf('profile'),
      bytes: await strip('profile', 'My profile', { Main: MAIN, More: MORE }),
    },
    { name: nameOf('flexpage'), bytes: await strip('flexpage', 'My page', { Main: MAIN }) },
  ]
}

const nameOf = (kind: 'icon' | 'profile' | 'flexpage') => `template${KIND_TABLE[kind].fileEnding}`
