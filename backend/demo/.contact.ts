import sharp from 'sharp'
const [, , what, filter] = process.argv
const tiles: Buffer[] = []
const CW = 380,
  CH = 238,
  COLS = 5
async function add(svg: string) {
  tiles.push(await sharp(Buffer.from(svg)).resize(CW, CH, { fit: 'cover' }).png().toBuffer())
}
const t = Date.now()
if (what === 'packs' || what === 'sheets') {
  const m: any = {}
  for (const l of 'abc')
    Object.assign(m, Object.values(await import(`/work/main/backend/demo/data/packs-${l}.ts`))[0])
  const { selectIcons } = await import('/work/main/backend/demo/select-icons.ts')
  const { iconSet } = await import('/work/main/backend/demo/icon-set.ts')
  const { PACK_LAYOUTS } = await import('/work/main/backend/demo/draw/pack-covers.ts')
  const gal: any = await import('/work/main/backend/demo/draw/pack-gallery.ts')
  const { PALETTES } = await import('/work/main/backend/demo/draw/palette.ts')
  const { seeded } = await import('/work/main/backend/demo/seed.ts')
  for (const [slug, f] of Object.entries<any>(m)) {
    if (filter && !slug.match(filter)) continue
    const icons = selectIcons(await iconSet(f.set), f).icons.map((x: any) => x.icon)
    const art = { icons, palette: (PALETTES as any)[f.palette], random: seeded(slug) }
    if (what === 'packs') await add((PACK_LAYOUTS as any)[f.layout](art))
    else for (const g of f.gallery) await add(gal[g](art))
  }
} else {
  const { demoRecipes } = await import('/work/main/backend/demo/recipes.ts')
  for (const r of await demoRecipes()) {
    const p = await r.build()
    if (what !== 'all' && p.kind !== what) continue
    if (filter && !p.title.match(filter)) continue
    for (const im of process.env.GALLERY ? p.gallery : [p.cover])
      tiles.push(await sharp(im.bytes).resize(CW, CH, { fit: 'cover' }).png().toBuffer())
  }
}
const rows = Math.ceil(tiles.length / COLS)
await sharp({
  create: {
    width: COLS * (CW + 12) + 12,
    height: rows * (CH + 12) + 12,
    channels: 3,
    background: '#131110',
  },
})
  .composite(
    tiles.map((input, i) => ({
      input,
      left: 12 + (i % COLS) * (CW + 12),
      top: 12 + Math.floor(i / COLS) * (CH + 12),
    })),
  )
  .png()
  .toFile(`/tmp/contact-${what}.png`)
console.log(tiles.length, Date.now() - t, 'ms')
