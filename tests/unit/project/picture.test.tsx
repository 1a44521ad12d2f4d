import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { sourceFor, srcSetOf } from '#lib/contract/file/picture.ts'
import { type Image, imageSchema } from '#lib/contract/project.ts'
import { Picture } from '#components/ui/picture.tsx'

const ORIGINAL = { url: '/api/v1/file/a/image.webp', width: 1200, height: 750, alt: '' }
const SOURCES = [320, 768].map((width) => ({ url: `/api/v1/picture/a/${width}`, width }))
const image = imageSchema.parse({ ...ORIGINAL, sources: SOURCES })

const draw = (said: Image, load: 'first' | 'late' = 'late') =>
  renderToStaticMarkup(
    <Picture image={said} srcSet={srcSetOf(said)} sizes="94vw" alt="" load={load} className="" />,
  )

describe('a picture', () => {
  it('offers the browser the widths of the backend', () => {
    expect(draw(image)).toContain(
      'srcSet="/api/v1/picture/a/320 320w, /api/v1/picture/a/768 768w" sizes="94vw"',
    )
  })

  it('offers no width above the widest that is shown', () => {
    expect(srcSetOf(image, 320)).toBe('/api/v1/picture/a/320 320w')
    expect(srcSetOf(image, 319)).toBeUndefined()
  })

  it('is the original without further widths', () => {
    for (const none of [undefined, []]) {
      const html = draw(imageSchema.parse({ ...ORIGINAL, sources: none }))
      expect(html).toContain(`src="${ORIGINAL.url}"`)
      expect(html).not.toContain('srcSet')
    }
  })

  it('reserves its box, and loads eagerly or lazily', () => {
    expect(draw(image)).toMatch(/width="1200" height="750" loading="lazy"/)
    expect(draw(image, 'first')).toMatch(/loading="eager" fetchPriority="high"/)
  })

  it('shows its placeholder as background, without scripts', () => {
    const placeholder = 'data:image/webp;base64,AA=='
    expect(draw({ ...image, ...imageSchema.parse({ ...ORIGINAL, placeholder }) })).toContain(
      `style="background:url(${placeholder}) center/cover"`,
    )
  })
})

describe('the source for a displayed width', () => {
  it.each([
    [64, '/api/v1/picture/a/320'],
    [320, '/api/v1/picture/a/320'],
    [321, '/api/v1/picture/a/768'],
    [769, ORIGINAL.url],
  ])('%i pixels wide is the smallest that fills it', (width, url) => {
    expect(sourceFor(image, width)).toBe(url)
  })

  it('is the original without further widths', () => {
    expect(sourceFor(ORIGINAL, 64)).toBe(ORIGINAL.url)
  })
})

it.each(['//evil.example/x', 'https://evil.example/x', '/a b', '/a,b', 'javascript:1'])(
  'rejects sources of other sites and those that would break a srcset: %s',
  (url) => {
    expect(imageSchema.safeParse({ ...ORIGINAL, sources: [{ url, width: 1 }] }).success).toBe(false)
  },
)
