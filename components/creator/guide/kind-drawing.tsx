import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'

type Key = { x: number; y?: number; width: number; lit?: boolean }

/** Keys of one strip: their left edges follow from the widths. */
function row(y: number, widths: readonly number[], lit: readonly number[]): Key[] {
  let x = 10
  return widths.map((width, at) => {
    const key = { x, y, width, lit: lit.includes(at) }
    x += width + 4
    return key
  })
}

const LONG = [30, 30, 48, 30, 62, 30, 30]
const SHORT = [48, 30, 30, 62, 30, 30, 30]

/** A profile: pages of keys, the first in front. A page: one strip. */
const PAGES = [
  { y: 12, keys: row(18, SHORT, []) },
  { y: 50, keys: row(56, LONG, [0, 4]) },
  { y: 88, keys: row(94, SHORT.toReversed(), []) },
]
const PAGE = [{ y: 50, keys: row(56, [30, 46, 30, 76, 30, 48], [1, 3]) }]

/** Drawing of a kind from the keys of the strip, in the colour of the kind. */
export function KindDrawing({ kind, className = '' }: { kind: Kind; className?: string }) {
  const { contents } = KIND_TABLE[kind]
  return (
    <svg viewBox="0 0 304 138" className={className} aria-hidden="true" role="presentation">
      {contents === 'icons' && <Icons />}
      {contents === 'keys' && <Beacon />}
      {contents === 'pages' &&
        (kind === 'profile' ? PAGES : PAGE).map((strip) => (
          <Bar key={strip.y} kind={kind} {...strip} />
        ))}
    </svg>
  )
}

/** The device is black, with light colours on its keys, in both themes. */
function Bar({ kind, y, keys }: { kind: Kind; y: number; keys: Key[] }) {
  return (
    <g data-theme="dark" data-kind={kind}>
      <rect x="4" y={y} width="296" height="38" rx="11" className="fill-(--device)" />
      {keys.map((key) => (
        <rect
          key={key.x}
          x={key.x}
          y={key.y}
          width={key.width}
          height="26"
          rx="6.5"
          className={key.lit ? 'fill-accent' : 'fill-line-strong'}
        />
      ))}
    </g>
  )
}

/** Shapes of icons in boxes of 20 units. */
const SHAPES = [
  'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z',
  'M4 10 10 4l6 6v6H4Z',
  'M10 3l2.2 4.6 5 .7-3.6 3.5.9 5L10 14.4 5.5 16.8l.9-5L2.8 8.3l5-.7Z',
  'M4 4h12v12H4Z M4 8h12',
  'M6 15V5l9-2v10 M6 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z M15 13a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  'M3 6h14v9H3Z M3 6l7 5 7-5',
  'M10 3v14 M3 10h14',
  'M10 17C4 13 3 10 3 8a3.5 3.5 0 0 1 7-1 3.5 3.5 0 0 1 7 1c0 2-1 5-7 9Z',
] as const
const LIT_ICONS = [1, 6]

function Icons() {
  return SHAPES.map((shape, at) => {
    const [x, y] = [42 + (at % 4) * 56, 15 + Math.floor(at / 4) * 56]
    const isLit = LIT_ICONS.includes(at)
    return (
      <g key={shape} transform={`translate(${x} ${y})`}>
        <rect width="52" height="52" rx="13" className={isLit ? 'fill-accent' : 'fill-surface-0'} />
        <path
          d={shape}
          transform="translate(13 13) scale(1.3)"
          strokeWidth="1.6"
          strokeLinejoin="round"
          strokeLinecap="round"
          className={`fill-none ${isLit ? 'stroke-accent-on' : 'stroke-accent'}`}
        />
      </g>
    )
  })
}

/** One key with rings around it. */
function Beacon() {
  return (
    <>
      {[132, 106, 82].map((side, at) => (
        <rect
          key={side}
          x={152 - side / 2}
          y={69 - side / 2}
          width={side}
          height={side}
          rx={side / 4}
          strokeWidth="1.5"
          strokeOpacity={0.2 + at * 0.2}
          className="fill-none stroke-accent"
        />
      ))}
      <rect x="122" y="39" width="60" height="60" rx="15" className="fill-accent" />
      <path
        d="M142 54v9 M162 54v9 M137 63h30v5a11 11 0 0 1-11 11h-8a11 11 0 0 1-11-11Z M152 79v9"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="fill-none stroke-accent-on"
      />
    </>
  )
}
