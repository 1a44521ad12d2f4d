import { describe, expect, it } from 'vitest'
import { ICON_LABEL_MAX, iconLabel } from '#lib/contract/name/icon-label.ts'
import { lengthOf } from '#lib/contract/text.ts'

describe('the label of an icon', () => {
  it.each([
    ['太陽', 'u592a-u967d', '太陽'],
    ['Größe', 'grosse', 'Größe'],
    ['Gro\u0308\u00dfe', 'grosse', 'Gr\u00f6\u00dfe'],
    ['Play button', 'play-button', 'Play button'],
    ['AlarmClock', 'alarm-clock', 'AlarmClock'],
    ['שמש', 'u5e9-u5de-u5e9', 'שמש'],
    ['שמש\u200f', 'u5e9-u5de-u5e9', 'שמש\u200f'],
    ['شمس', 'u634-u645-u633', 'شمس'],
    ['Солнце', 'u441', 'Солнце'],
    ['सूरज', 'u938', 'सूरज'],
    ['😀', 'u1f600', '😀'],
    ['  Sun\tand\nmoon ', 'sun', 'Sun and moon'],
    ['Sun\u0000\u0007\u009b', 'sun-2', 'Sun'],
    ['Sun \u202egnp.exe\u202c\u2066', 'sun', 'Sun gnp.exe'],
    ['Half \ud83d', 'half', 'Half'],
  ])('%j of the id %s is %j', (typed, id, label) => {
    expect(iconLabel(typed, id)).toBe(label)
  })

  it.each([
    ['alarm-clock', 'alarm-clock'],
    ['alarm_clock', 'alarm-clock'],
    ['at', '4x3-at'],
    ['sun', 'sun-2'],
    ['con', 'con-icon'],
  ])('%j says no more than the id %s', (typed, id) => {
    expect(iconLabel(typed, id)).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['spaces', ' \u3000\u00a0 '],
    ['characters without a shape', '\u200b\ufe0f\u2800'],
    ['controls and overrides alone', '\u0000\u202e\u2069'],
    ['a lone surrogate', '\udc00'],
    ['a mark of direction among letters of one', 'Sun\u200f moon'],
    ['marks over the lines around it', `S${'\u0301\u0300'.repeat(20)}`],
  ])('there is none for %s', (_, typed) => {
    expect(iconLabel(typed, 'icon')).toBeNull()
  })

  it('is cut between characters', () => {
    const label = iconLabel('😀'.repeat(40_000), 'icon') ?? ''
    expect(lengthOf(label)).toBe(ICON_LABEL_MAX)
    expect(label.isWellFormed()).toBe(true)
  })
})
