import { mkdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'

/*
 * `node scripts/generate/app-icons.ts`: renders app/icon.svg as PNG icons for home screens. Run it when the
 * drawing changes, and commit the results.
 */

const svg = await readFile('app/icon.svg')
const BACKGROUND = '#131110'

/** @param scale size of the drawing; launchers crop maskable icons, whose inner 80 % are safe. */
async function draw(file: string, size: number, scale: number) {
  const drawing = await sharp(svg, { density: 1200 })
    .resize(Math.round(size * scale))
    .toBuffer()
  const canvas = { width: size, height: size, channels: 4 as const, background: BACKGROUND }
  await sharp({ create: canvas })
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
