import { describe, expect, it } from 'vitest'
import { letter, letterPages } from '#covers/lettering.ts'
import { drawKey } from '#covers/strip-parts.ts'
import { textWidth } from '#covers/text.ts'

const key = (label: string, value = '') => ({
  icon: null, label, value, background: '#101010', foreground: '#f0f0f0', width: 200,
}) // prettier-ignore
const drawn = async (label: string, lang: string, width = 400) => {
  const [[one] = []] = await letterPages([[key(label)]], lang)
  if (!one) throw new Error('A page has a key.')
  return drawKey(one, 0, 0, width, 60)
}
const glyphs = (svg: string) => svg.match(/<path /g)?.length ?? 0

describe('the texts of a cover', () => {
  it.each([
    ['Trim in', 'en', 6],
    ['下描き', 'ja', 3],
    ['集合', 'zh-Hans', 2],
    ['مسودة', 'en', 5],
    ['Étalonnage', 'fr', 10],
    ['פתיחה', 'en', 5],
  ])('contain each character of %s', async (label, lang, letters) => {
    expect(glyphs(await drawn(label, lang))).toBeGreaterThanOrEqual(letters)
  })

  it('are left out where no font has a character, or where there is no room', async () => {
    expect(await letter('𓀀', 'en')).toBeNull()
    expect(await letter(' ', 'en')).toBeNull()
    expect(glyphs(await drawn('Cut', 'en', 30))).toBe(0)
  })

  it('differ between Chinese and Japanese where the same character is written differently', async () => {
    const [japanese, chinese] = await Promise.all([letter('直', 'ja'), letter('直', 'zh-Hans')])
    expect(japanese?.body).not.toBe(chinese?.body)
  })

  it('are as wide as drawn, in proportion to their size', async () => {
    const text = await letter('集合', 'zh-Hans')
    expect(text && textWidth(text, 50)).toBe(100)
  })

  it('have no ids, which would collide in a picture with several texts', async () => {
    expect(await drawn('Undo', 'en')).not.toContain(' id=')
  })

  it('show the value of a display instead of its label', async () => {
    const [[one] = []] = await letterPages([[key('Clock', '22:41')]], 'en')
    const [[only] = []] = await letterPages([[key('', '22:41')]], 'en')
    expect(one && drawKey(one, 0, 0, 400, 60)).toBe(only && drawKey(only, 0, 0, 400, 60))
  })
})
