import { type Context, Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { NotFound } from '#backend/http/errors.ts'
import { matchesEtag } from '#backend/http/etag.ts'
import { toWeb } from '#backend/http/stream.ts'

/**
 * `GET /picture/{id}/{width}`: a picture in an allowed width, as WebP. Browsers keep it; caches shared
 * between people ask again after five minutes, since its project may have been hidden.
 */
export function pictureRoutes({ pictures }: Parts) {
  return new Hono<AppEnv>().get('/picture/:id/:width', async (c) => {
    const params = CALLS.picture.params.safeParse(c.req.param())
    if (!params.success) throw new NotFound()
    const { id, width } = params.data
    const found = await pictures.find(id, width)
    if (matchesEtag(c.req.header('if-none-match'), found.etag)) {
      setHeaders(c, found.etag)
      return c.body(null, 304)
    }
    const { size, stream } = await pictures.read(found, width)
    setHeaders(c, found.etag)
    c.header('content-length', String(size))
    if (c.req.method === 'HEAD') {
      stream.destroy()
      return c.body(null)
    }
    return c.body(toWeb(stream))
  })
}

function setHeaders(c: Context<AppEnv>, etag: string) {
  c.header('content-type', 'image/webp')
  c.header('etag', etag)
  c.header('cache-control', 'public, max-age=31536000, s-maxage=300, immutable')
  c.header('x-content-type-options', 'nosniff')
  c.header('content-security-policy', "default-src 'none'; sandbox")
}
