import sharp from 'sharp'
import { iconSet, iconOf } from './icon-set.ts'
import { PALETTES } from './draw/palette.ts'
import { PLUGIN_LAYOUTS, allKeys } from './draw/plugin-covers.ts'
import { PLUGINS } from './data/plugins.ts'
const t: Buffer[] = []
const set = await iconSet('mdi')
for (const [slug, f] of Object.entries(PLUGINS)) {
  try {
    const palette = PALETTES[f.palette]
    const art = {
      palette,
      keys: f.keys.split(' ').map((n, i) => ({
        icon: iconOf(set, n),
        background: palette.keys[[0, 2, 4, 1, 3][i % 5]!]!,
      })),
    }
    for (const svg of [PLUGIN_LAYOUTS[f.layout](art), allKeys(art)])
      t.push(await sharp(Buffer.from(svg)).resize(380, 238).png().toBuffer())
  } catch (e: any) {
    console.log(slug, e.message)
  }
}
await sharp({
  create: { width: 6 * 392 + 12, height: 4 * 250 + 12, channels: 3, background: '#131110' },
})
  .composite(
    t.map((input, i) => ({ input, left: 12 + (i % 6) * 392, top: 12 + Math.floor(i / 6) * 250 })),
  )
  .png()
  .toFile('/tmp/contact-plug.png')
