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

/** The strip in two pieces: an error. A module of its own, since the error boundary loads it in the browser. */
export function BrokenStrip({ className }: { className: string }) {
  return (
    <StripFrame top={-14} height={100} className={className}>
      <g transform="translate(9 2) scale(0.96)">
        <g transform="rotate(-3.5 200 60)">
          <path
            d="M19 7H200l8 15-10 14 9 14-6 15H19A18 18 0 0 1 1 47V25A18 18 0 0 1 19 7Z"
            {...BODY}
          />
          {stripKeys(ICON, PLUGIN, FLEXPAGE)}
        </g>
        <g transform="rotate(5 234 60)">
          <path
            d="M415 7H220l8 15-10 14 9 14-6 15H415A18 18 0 0 0 433 47V25A18 18 0 0 0 415 7Z"
            {...BODY}
          />
          <path
            d="M236 14h21.5A10.5 10.5 0 0 1 268 24.5v23a10.5 10.5 0 0 1-10.5 10.5H234l4-8-9-14 10-14z"
            fill={UNLIT}
          />
          {stripKeys('', '', '', '', UNLIT, UNLIT, UNLIT)}
        </g>
        <path d="M212-1v-11M200 1l-6-8M224 1l6-8" {...STROKE} stroke={PROFILE} />
      </g>
    </StripFrame>
  )
}
