import { globSync, readFileSync } from 'node:fs'
import { acceptPicture } from '#backend/worker/pictures.ts'
import sharp from 'sharp'
const files = process.argv.slice(2).flatMap((g) => globSync(g))
const counts: Record<string, number> = {}
let worst = 0, bytesIn = 0, bytesOut = 0, cpu = 0
for (const f of files) {
  const bytes = readFileSync(f)
  const t = process.cpuUsage()
  const r = await acceptPicture({ bytes: new Uint8Array(bytes), widths: [] })
  const u = process.cpuUsage(t)
  const ms = (u.user + u.system) / 1000
  cpu += ms
  worst = Math.max(worst, ms)
  let key = 'refused' in r ? `refused ${r.refused}` : r.animation ? 'animated' : 'still'
  const m = await sharp(bytes).metadata().catch(() => null)
  if (!('refused' in r) && r.animation) {
    bytesIn += bytes.length; bytesOut += r.animation.length
    const made = await sharp(Buffer.from(r.animation), { pages: -1 }).metadata()
    const sum = (d?: number[]) => (d ?? []).reduce((a, b) => a + (b > 10 ? b : 100), 0)
    if (m?.format !== 'png' && Math.abs(sum(m?.delay) - sum(made.delay)) > 2) { key += ' other duration'; console.log(f, sum(m?.delay), sum(made.delay), m?.pages, made.pages) }
    // Compare a frame in the middle with the source.
    if (m?.pages === made.pages && m?.width === made.width) {
      const page = Math.floor((m?.pages ?? 1) / 2)
      const raw = (b: Uint8Array) => sharp(b, { page }).ensureAlpha().flatten({ background: '#888' }).raw().toBuffer()
      const [a, b] = [await raw(bytes), await raw(r.animation)]
      let off = 0
      for (let i = 0; i < a.length; i += 1) off += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
      if (off / a.length > 4) { key += ' differs'; console.log(f, 'mean difference', (off / a.length).toFixed(1), m?.format) }
    }
  } else if ((m?.pages ?? 1) > 1 || 'refused' in r) console.log(f, key, m?.format, m?.pages, m?.width, m?.height)
  counts[key] = (counts[key] ?? 0) + 1
}
console.log(files.length, counts, { worst, cpu, bytesIn, bytesOut })
