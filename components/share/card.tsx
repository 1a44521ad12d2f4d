import { SHAPES } from '#components/ui/icon-shapes.ts'
import { columnsOf } from '#lib/contract/columns.ts'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { KINDS, type Kind } from '#lib/contract/kind.ts'
import { fontStack } from '#lib/fonts.ts'
import { OwnStrip, Strip } from './strip.tsx'
import { clamp, column, display, isRightToLeft, phrased, row } from './style.ts'
import { HUES, LOOK, PICTURE, SMALL_PICTURE } from '#lib/share/look.ts'

type Props = {
  site: { name: string; host: string }
  /** Language of the text on the card. */
  lang: string
  /** Colour and label of its kind; none for the home page and authors. */
  kind?: { kind: Kind; word: string }
  /** What the project is for: application and device, in place of the host. */
  purpose?: string
  title: string
  /** Language of the title, if known. */
  titleLang?: string | undefined
  /** What a project is for, in the language of its title. */
  about?: string | undefined
  subtitle: string
  /** `src` of one to four pictures. */
  pictures: string[]
  /** `src` of icons for the keys of the strip; they are repeated. */
  icons?: string[]
  /** The first keys of a strip, in place of those of its kind. */
  keys?: StripKey[]
}

/**
 * Share card of 1200×630 pixels. Not HTML for a browser but a drawing, so it has its own styles
 * (`lib/share/draw.ts`).
 */
export function ShareCard({
  site,
  lang,
  kind,
  purpose,
  title,
  titleLang,
  about = '',
  subtitle,
  ...rest
}: Props) {
  const { pictures, icons = [], keys = [] } = rest
  const hue = kind ? HUES[kind.kind] : undefined
  const isLong = columnsOf(title) > 26
  return (
    <div
      style={{
        ...column,
        position: 'relative',
        width: '100%',
        height: '100%',
        padding: '52px 64px 0',
        backgroundColor: LOOK.surface,
        backgroundImage: `radial-gradient(circle at 85% 0%, ${hue?.soft ?? LOOK.raised} 0%, ${LOOK.surface} 62%)`,
        color: LOOK.text,
        fontFamily: fontStack(lang, 'text'),
      }}
    >
      <div style={{ ...row, gap: 32, justifyContent: 'space-between' }}>
        <span
          style={{ ...row, gap: 16, minWidth: 0, ...display(lang), fontSize: 30, fontWeight: 700 }}
        >
          <Mark />
          <span style={clamp(1)}>{site.name}</span>
        </span>
        <span style={{ flexShrink: 0, fontSize: 22, color: LOOK.muted }}>
          {purpose ?? site.host}
        </span>
      </div>
      <div style={{ ...row, flexGrow: 1, gap: 56 }}>
        <div style={{ ...column, flexGrow: 1, flexBasis: 0, minWidth: 0 }}>
          {kind && <KindChip {...kind} />}
          <div
            dir={isRightToLeft(title) ? 'rtl' : 'ltr'}
            lang={titleLang}
            style={{
              ...display(titleLang ?? lang),
              ...clamp(isLong && about === '' ? 4 : 3),
              fontSize: isLong ? 46 : 60,
              fontWeight: 700,
              lineHeight: 1.12,
            }}
          >
            {phrased(title)}
          </div>
          {about !== '' && (
            <div
              dir={isRightToLeft(about) ? 'rtl' : 'ltr'}
              lang={titleLang}
              style={{
                ...clamp(3),
                fontFamily: fontStack(titleLang ?? lang, 'text'),
                marginTop: 20,
                fontSize: 30,
                lineHeight: 1.35,
              }}
            >
              {phrased(about)}
            </div>
          )}
          <div
            dir={isRightToLeft(subtitle) ? 'rtl' : 'ltr'}
            style={{ ...clamp(3), marginTop: 20, fontSize: 27, lineHeight: 1.4, color: LOOK.muted }}
          >
            {phrased(subtitle)}
          </div>
        </div>
        {pictures.length > 0 && <Pictures pictures={pictures} />}
      </div>
      {keys.length > 0 ? (
        <OwnStrip keys={keys} lang={titleLang ?? lang} />
      ) : (
        <Strip kind={kind?.kind} icons={icons} />
      )}
    </div>
  )
}

function KindChip({ kind, word }: { kind: Kind; word: string }) {
  const hue = HUES[kind]
  return (
    <span
      style={{
        ...row,
        alignSelf: 'flex-start',
        gap: 12,
        marginBottom: 24,
        padding: '8px 20px 8px 14px',
        borderRadius: 16,
        backgroundColor: hue.soft,
        color: hue.accent,
        fontSize: 24,
        fontWeight: 600,
      }}
    >
      <Shape kind={kind} size={30} colour={hue.accent} /> {word}
    </span>
  )
}

function Pictures({ pictures }: { pictures: string[] }) {
  const size = pictures.length > 1 ? SMALL_PICTURE : PICTURE
  return (
    <div style={{ ...row, flexWrap: 'wrap', gap: 12, flexShrink: 0, width: PICTURE.width }}>
      {pictures.map((src) => (
        <img
          key={src}
          src={src}
          alt=""
          {...size}
          style={{
            ...size,
            borderRadius: pictures.length > 1 ? 16 : 24,
            border: `2px solid ${LOOK.border}`,
            objectFit: 'cover',
          }}
        />
      ))}
    </div>
  )
}

/** Logo of the site, as in the header. */
function Mark() {
  return (
    <svg viewBox="0 0 40 24" width={60} height={36} xmlns="http://www.w3.org/2000/svg">
      <rect width="40" height="24" rx="7" fill={LOOK.raised} />
      {KINDS.map((kind, at) => (
        <rect
          key={kind}
          x={4 + at * 8.5}
          y="5"
          width="6.5"
          height="14"
          rx="2.5"
          fill={HUES[kind].accent}
        />
      ))}
    </svg>
  )
}

function Shape({ kind, size, colour }: { kind: Kind; size: number; colour: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke={colour}
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      xmlns="http://www.w3.org/2000/svg"
    >
      {SHAPES[kind].map(([Tag, attributes], at) => (
        <Tag key={at} {...attributes} />
      ))}
    </svg>
  )
}
