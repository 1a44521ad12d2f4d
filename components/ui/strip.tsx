import type { ReactNode } from 'react'
import { BrokenStrip } from './broken-strip.tsx'
import {
  BODY,
  FLEXPAGE,
  ICON,
  PLUGIN,
  PROFILE,
  STROKE,
  StripFrame,
  stripKeys,
  UNLIT,
} from './strip-parts.tsx'

/**
 * What the drawing of the strip stands for. `whole`: the device; `unlit`: nothing to show; `missing`: something that
 * is not there; `blank`: contents that are not known; `broken`: an error; `locked`: signing in.
 */
export type StripArt = 'whole' | 'unlit' | 'blank' | 'missing' | 'broken' | 'locked'

/** The device's strip as a decorative drawing. */
export function Strip({ art, className = '' }: { art: StripArt; className?: string }) {
  if (art === 'broken') return <BrokenStrip className={className} />
  return (
    // A key lies below the strip from which it is missing.
    <StripFrame {...(art === 'missing' && { height: 116 })} className={className}>
      <rect x="1" y="7" width="432" height="58" rx="18" {...BODY} />
      {DRAWINGS[art]}
    </StripFrame>
  )
}

const DRAWINGS: Record<Exclude<StripArt, 'broken'>, ReactNode> = {
  whole: stripKeys(ICON, UNLIT, PLUGIN, UNLIT, PROFILE, UNLIT, FLEXPAGE),
  unlit: (
    <>
      {stripKeys(ICON, PLUGIN, PROFILE, UNLIT, FLEXPAGE, ICON, PLUGIN)}
      <path d="M216 36h20" {...STROKE} stroke="var(--border-control)" />
    </>
  ),
  blank: stripKeys(UNLIT, UNLIT, UNLIT, UNLIT, UNLIT, UNLIT, UNLIT),
  missing: (
    <>
      {stripKeys(ICON, UNLIT, PLUGIN, UNLIT, '', UNLIT, FLEXPAGE)}
      <rect
        x="273"
        y="15"
        width="42"
        height="42"
        rx="9.5"
        {...STROKE}
        strokeWidth="2"
        strokeDasharray="5 6"
        stroke="var(--border-control)"
      />
      <g transform="rotate(17 304 94)">
        <rect x="282" y="72" width="44" height="44" rx="10.5" fill={PROFILE} />
        <path
          d="M299 88a5.5 5.5 0 1 1 8 5c-2 1-2.5 2-2.5 4m0 5.5v.1"
          {...STROKE}
          stroke="var(--device)"
        />
      </g>
    </>
  ),
  locked: (
    <>
      <rect x="18" y="14" width="44" height="44" rx="10.5" fill={ICON} />
      <circle cx="40" cy="31" r="5.5" {...STROKE} stroke="var(--device)" />
      <path d="M30.5 46.5a10 8 0 0 1 19 0" {...STROKE} stroke="var(--device)" />
      <rect x="66" y="14" width="280" height="44" rx="10.5" fill={UNLIT} />
      {[88, 106, 124, 142, 160, 178].map((x) => (
        <circle key={x} cx={x} cy="36" r="4.5" fill="var(--text-muted)" />
      ))}
      <path d="M196 26v20" {...STROKE} strokeWidth="2" stroke={ICON} />
      <rect x="350" y="14" width="66" height="44" rx="10.5" fill={PLUGIN} />
      <path d="M373 36h19m-8-8 8 8-8 8" {...STROKE} strokeLinejoin="round" stroke="var(--device)" />
    </>
  ),
}
