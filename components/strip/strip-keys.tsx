import type { CSSProperties, ReactNode } from 'react'
import { Drawing } from '#components/ui/drawing.tsx'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { faceOf } from '#lib/strip/key-face.ts'

type Props = {
  keys: StripKey[]
  /** Language of the labels. */
  lang: string
  /** Makes a key one of a group of radio buttons, named by what it is and does. */
  choice?: { name: string; explain: (key: StripKey) => ReactNode }
  /** What screen readers read for each key; without, the strip is a picture, which its place describes. */
  names?: readonly string[]
}

/**
 * One page of the device's strip, 2170 × 60 pixels between the ends of the device; `--u` is the size of a pixel
 * of the device. Every place that shows a strip shows this one. A picture of hardware: what
 * holds it has the direction `ltr` in every language.
 */
export function StripKeys({ keys, lang, choice, names }: Props) {
  return (
    <ul lang={lang} className="strip-device">
      {keys.map((key, at) => {
        const { x, width, background, foreground } = key
        const before = keys[at - 1]
        const style: CSSProperties = {
          '--w': width,
          '--g': x - (before ? before.x + before.width : 0),
          background,
          color: foreground,
        }
        return (
          // Keys of the second format may overlap, and two may begin at the same pixel.
          <li key={`${x} ${at}`} style={style}>
            {choice ? (
              <label>
                <input type="radio" name={choice.name} />
                <Face shown={key} lang={lang} />
                <small>{choice.explain(key)}</small>
              </label>
            ) : (
              <Face shown={key} lang={lang} />
            )}
            {names && <span className="sr-only">{names[at]}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function Face({ shown, lang }: { shown: StripKey; lang: string }) {
  const { text, isValue, layout } = faceOf(shown, lang)
  return (
    <span aria-hidden="true" data-face={layout === 'row' ? undefined : layout}>
      {shown.icon && <Drawing url={shown.icon} isMono />}
      {layout !== 'icon' && (isValue ? <b>{text}</b> : <bdi>{text}</bdi>)}
    </span>
  )
}
