import sharp from 'sharp'
import { iconSet } from './icon-set.ts'
import { layOut } from './strip.ts'
import { PALETTES } from './draw/palette.ts'
import { STRIP_LAYOUTS } from './draw/strip-covers.ts'
import { trueStrip, magnified } from './draw/strip-gallery.ts'
import { PROFILES_A } from './data/profiles-a.ts'
import { PROFILES_B } from './data/profiles-b.ts'
import { FLEXPAGES_A } from './data/flexpages-a.ts'
import { FLEXPAGES_B } from './data/flexpages-b.ts'
const t: Buffer[] = []
for (const [slug, f] of Object.entries({
  ...PROFILES_A,
  ...PROFILES_B,
  ...FLEXPAGES_A,
  ...FLEXPAGES_B,
})) {
  try {
    const set = await iconSet(f.set)
    const palette = PALETTES[f.palette]
    const pages = layOut(f, set, palette)
    const art = { pages: pages.map((p) => p.keys), palette }
    const svg = process.argv[2] ? trueStrip(art) : STRIP_LAYOUTS[f.layout](art)
    t.push(await sharp(Buffer.from(svg)).resize(380, 238).png().toBuffer())
  } catch (e: any) {
    console.log(slug, e.message)
  }
}
await sharp({
  create: { width: 5 * 392 + 12, height: 8 * 250 + 12, channels: 3, background: '#131110' },
})
  .composite(
    t.map((input, i) => ({ input, left: 12 + (i % 5) * 392, top: 12 + Math.floor(i / 5) * 250 })),
  )
  .png()
  .toFile('/tmp/contact-strips.png')
