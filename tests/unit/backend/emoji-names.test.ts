import { describe, expect, it } from 'vitest'
import { nameIcons } from '#backend/services/container/icon-names.ts'
import { emojiNames } from '#backend/services/search-index/emoji-names.ts'
import { iconTerms } from '#backend/services/search-index/icon-terms.ts'

const nameOf = (file: string) => nameIcons([file]).get(file) ?? ''

describe('an icon of an emoji', () => {
  it.each([
    ['😀.svg', 'grinning face'],
    ['1f600.svg', 'grinning face'],
    ['1F600.png', 'grinning face'],
    ['emoji_u1f600.svg', 'grinning face'],
    ['U+1F600.svg', 'grinning face'],
    ['1f1e9-1f1ea.svg', 'flag: Germany'],
    ['🇩🇪.svg', 'flag: Germany'],
    ['1F468-200D-1F469-200D-1F467.svg', 'family: man, woman, girl'],
    ['emoji_u1f468_1f3fd_200d_1f680.svg', 'man astronaut'],
    ['2764.svg', 'red heart'],
    ['2764-fe0f.svg', 'red heart'],
    ['❤️.svg', 'red heart'],
    ['23-20e3.svg', 'keycap: #'],
    ['0031-fe0f-20e3.svg', 'keycap: 1'],
    ['a9.svg', ''],
    ['ae.svg', ''],
    ['100.svg', ''],
    ['face.svg', ''],
    ['1f600-grinning.svg', ''],
    ['fade.svg', ''],
    ['constructor.svg', ''],
  ])('%s has the name “%s”', (file, english) => {
    expect(emojiNames(nameOf(file)).split(' · ')[0]).toBe(english)
  })

  it('has its names in five languages among its terms', () => {
    const terms = iconTerms({ name: nameOf('😀.svg') })
    for (const term of ['grinning', 'face', 'visage', 'grinsendes', 'gesicht', 'u1f600']) {
      expect(terms).toContain(`'${term}'`)
    }
    expect(terms).toMatch(/にっ|にこ/)
    expect(terms).toContain('嘿嘿')
  })
})
