import { z } from 'zod'
import { actionSchema, DEVICE } from '#lib/contract/file/container.ts'
import type { Action } from '#lib/contract/file/container.ts'
import type { Icon } from '#covers/icon.ts'
import { inkOn } from '#covers/palette.ts'
import type { Palette } from '#covers/palette.ts'
import { iconOf } from './icon-set.ts'
import type { IconSet } from './icon-set.ts'
import type { StripFacts } from './projects.ts'

const GAP = 6

/** A key with its position on the strip, in pixels of the device. */
export type DemoKey = {
  icon: Icon | null
  label: string
  background: string
  foreground: string
  action: Action
  value: string
  x: number
  width: number
}
export type Page = { id: string; name: string; keys: DemoKey[] }

const lineSchema = z.tuple([
  z.string(),
  z.string().max(40),
  z.coerce.number().int().min(0).max(4),
  z.string().min(1),
  z.coerce.number().positive(),
  z.string(),
])

function actionOf(text: string): Action {
  const rest = text.slice(1)
  const actions: Record<string, unknown> = {
    '!': { type: 'command', name: rest },
    '=': { type: 'display', source: rest },
    '>': { type: 'page', page: rest },
    '"': { type: 'text', text: rest },
  }
  return actionSchema.parse(
    (rest === '' ? undefined : actions[text.charAt(0)]) ?? {
      type: 'hotkey',
      keys: text.split('+'),
    },
  )
}

/**
 * Parses the lines of `facts` and places the keys so that they fill the strip exactly.
 * @param keysMax keys of the first page; the last ones are left out.
 */
export function layOut(
  facts: Pick<StripFacts, 'pages'>,
  set: IconSet,
  palette: Palette,
  keysMax = Infinity,
): Page[] {
  return Object.entries(facts.pages).map(([name, text], index) => {
    const lines = text
      .trim()
      .split('\n')
      .slice(0, index === 0 ? keysMax : undefined)
      .map((line) => {
        const [icon = '', label = '', colour = '', action = '', width = '1', value = ''] = line
          .split('|')
          .map((part) => part.trim())
        return lineSchema.parse([icon, label, colour, action, width || '1', value])
      })
    const units = lines.reduce((sum, line) => sum + line[4], 0)
    const room = DEVICE.width - GAP * (lines.length - 1)
    let before = 0
    const keys = lines.map(([icon, label, colour, action, width, value], i) => {
      const left = Math.round((before / units) * room)
      before += width
      const background = palette.keys[colour] ?? palette.deep
      return {
        icon: icon === '' ? null : iconOf(set, icon),
        label,
        background,
        foreground: inkOn(background),
        action: actionOf(action),
        value,
        x: left + i * GAP,
        width: Math.round((before / units) * room) - left,
      }
    })
    return { id: `page-${index + 1}`, name, keys }
  })
}
