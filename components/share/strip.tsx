import type { CSSProperties } from 'react'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { KINDS, type Kind } from '#lib/contract/kind.ts'
import { fontStack } from '#lib/fonts.ts'
import { HUES, KEY_ICON, KEYS } from '#lib/share/look.ts'
import { clamp, row } from './style.ts'

const strip = {
  ...row,
  alignItems: 'flex-start',
  gap: 12,
  height: 92,
  margin: '0 -8px',
  overflow: 'hidden',
} satisfies CSSProperties
const key = {
  ...row,
  justifyContent: 'center',
  flexBasis: 0,
  minWidth: 0,
  height: 120,
  borderRadius: 22,
} satisfies CSSProperties

/** The first keys of a profile or page, with their labels in their colours. */
export function OwnStrip({ keys, lang }: { keys: StripKey[]; lang: string }) {
  return (
    <div style={strip}>
      {keys.map(({ x, width, label, background, foreground }, at) => (
        <div
          key={`${x} ${at}`}
          style={{
            ...key,
            flexGrow: width,
            padding: '0 14px 28px',
            backgroundColor: background,
            color: foreground,
            fontFamily: fontStack(lang, 'text'),
            fontSize: 26,
            fontWeight: 600,
          }}
        >
          <span style={clamp(1)}>{label}</span>
        </div>
      ))}
    </div>
  )
}

/** The device's strip at the bottom: keys in the kind's colour, or in all four. */
export function Strip({ kind, icons }: { kind: Kind | undefined; icons: string[] }) {
  return (
    <div style={strip}>
      {Array.from({ length: KEYS }, (_, at) => {
        const src = icons[at % Math.max(1, icons.length)]
        const hue = HUES[kind ?? KINDS[at % KINDS.length] ?? 'icon']
        const isLit = src !== undefined || (kind ? LIT.has(at) : true)
        return (
          <div
            key={at}
            style={{
              ...key,
              flexGrow: 1,
              paddingBottom: 28,
              backgroundColor: isLit ? hue.accent : hue.soft,
            }}
          >
            {src !== undefined && <img src={src} alt="" {...KEY_ICON} style={{ ...KEY_ICON }} />}
          </div>
        )
      })}
    </div>
  )
}
/** Keys of a kind's strip that are lit if there is nothing to show on them. */
const LIT = new Set([0, 3, 4, 7, 10])
