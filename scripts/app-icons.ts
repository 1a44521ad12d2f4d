import { mkdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'

/*
 * `node scripts/app-icons.ts`: the raster forms of app/icon.svg that home screens ask for. Run again
 * when the drawing changes; the results are kept in the repository.
 */

const svg = await readFile('app/icon.svg')
const GROUND = '#131110'

/** Launchers cut a maskable icon to any shape: what matters stays within the inner 80 %. */
async function draw(file: string, size: number, inner: number) {
  const drawing = await sharp(svg, { density: 1200 })
    .resize(Math.round(size * inner))
    .toBuffer()
  const ground = { width: size, height: size, channels: 4 as const, background: GROUND }
  await sharp({ create: ground })
    .composite([{ input: drawing }])
    .png({ palette: true })
    .toFile(file)
  console.log(file)
}

await mkdir('public/icons', { recursive: true })
await draw('public/icons/192.png', 192, 1)
await draw('public/icons/512.png', 512, 1)
await draw('public/icons/maskable-512.png', 512, 0.8)
await draw('app/apple-icon.png', 180, 0.9)
