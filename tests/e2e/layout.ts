import type { Page } from 'playwright/test'

/** Where text may go on beyond an edge, and why; `below`: only in windows narrower than this, in px. */
const MAY_CUT: readonly { place: string; why: string; below?: number }[] = [
  { place: '.categories, .tabs', why: 'a row that scrolls and fades', below: 768 },
  { place: '.icon-row > ul', why: 'a row that scrolls and fades; “All icons” has all' },
  {
    place: '.card-shelf',
    why: 'a row that scrolls; a part of the next card can be seen',
    below: 1200,
  },
  {
    place: '.strip-scroll, .strip-device, .hero-strip > div',
    why: 'the strip is wider than a screen',
  },
  { place: 'pre, .prose :has(> table)', why: 'lines that do not wrap scroll in their frame' },
  {
    place: '.stage-pictures',
    why: 'a row of pictures that scrolls; a part of the next one can be seen',
  },
  { place: 'aside > div', why: 'the panel stays in view and scrolls' },
]

/** Controls that lie over another one by design, and why. */
const MAY_COVER: readonly { place: string; why: string }[] = [
  { place: '.search-box > button', why: 'it is in the field, whose text begins beside it' },
  {
    place: 'input[autocomplete*=password] ~ button',
    why: 'it is in the field, whose text ends before it',
  },
  {
    place: '.add-key, .icon-tiles button',
    why: 'it is in the corner of the tile, which is a link',
  },
  { place: '.hero-pause, .moving-switch', why: 'it is in the corner of what it stops' },
]

/**
 * What is wrong with the layout of the page at the present size of the window: that it scrolls sideways, controls over each other, and
 * texts and controls that something cuts. What is fixed to the window is compared with itself alone: the page scrolls below it.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ mayCut, mayCover }) => {
      const faults: string[] = []
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth)
        faults.push(`scrolls sideways by ${scrollWidth - clientWidth} px`)
      const name = (one: Element) =>
        `${one.tagName.toLowerCase()}.${one.getAttribute('class')?.split(' ')[0] ?? ''} “${one.textContent.trim().slice(0, 30)}”`

      type Facts = { style: CSSStyleDeclaration; box: DOMRect }
      const known = new Map<Element, Facts>()
      function facts(one: Element): Facts {
        const found = known.get(one) ?? {
          style: getComputedStyle(one),
          box: one.getBoundingClientRect(),
        }
        known.set(one, found)
        return found
      }
      const ancestors = function* (one: Element) {
        for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) yield at
      }
      const isForReaders = ({ style, box }: Facts) =>
        style.clipPath === 'inset(50%)' || (box.width <= 1 && style.display !== 'contents')
      const isSeen = (one: Element) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        ![one, ...ancestors(one)].some((at) => isForReaders(facts(at)))
      const fixed = (one: Element) =>
        [one, ...ancestors(one)].find((at) => /fixed|sticky/.test(facts(at).style.position))

      /** The first element around `one` that cuts off a part of `box`; without those that may. */
      function cutter(one: Element, box: DOMRect): string | null {
        for (const at of [one, ...ancestors(one)]) {
          const { style, box: frame } = facts(at)
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
          const lines = Number(style.webkitLineClamp)
          const isShort = lines > 0 || style.textOverflow === 'ellipsis'
          const bottom = frame.bottom - Number.parseFloat(style.borderBottomWidth)
          // An ellipsis ends the last line: nothing of the next one is to be seen.
          if (lines > 0 && box.top >= bottom - 3) return null
          const isOut = {
            x: box.left < frame.left - 1 || box.right > frame.right + 1,
            y: box.top < frame.top - 2 || box.bottom > bottom + 2,
          }
          if (isOut.y || (isOut.x && !isShort)) {
            const isMeant = mayCut.some(
              ({ place, below }) =>
                at.matches(place) && (below === undefined || innerWidth < below),
            )
            return isMeant ? null : `${name(at)} cuts ${name(one)}`
          }
          if (isOut.x) return null
        }
        return null
      }

      const controls = [
        ...document.querySelectorAll('a[href], button, input, select, textarea, summary, label'),
      ].filter((one) => facts(one).box.width > 1 && isSeen(one))
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const one = text.parentElement
        if (
          !one ||
          !text.nodeValue?.trim() ||
          one.closest('script, style, noscript, option, svg, textarea')
        )
          continue
        range.selectNodeContents(text)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
        if (lines.length === 0 || !isSeen(one)) continue
        const found = lines.map((line) => cutter(one, line)).find((fault) => fault !== null)
        if (found) faults.push(found)
      }

      for (const one of controls) {
        const found = cutter(one, facts(one).box)
        if (found) faults.push(found)
      }

      /** What can be seen of a box. */
      function shown(one: Element, { left, right, top, bottom }: DOMRect) {
        const seen = { left, right, top, bottom }
        for (const at of ancestors(one)) {
          const { style, box } = facts(at)
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
          seen.left = Math.max(seen.left, box.left)
          seen.right = Math.min(seen.right, box.right)
          seen.top = Math.max(seen.top, box.top)
          seen.bottom = Math.min(seen.bottom, box.bottom)
        }
        return seen
      }
      const places = controls
        .filter((one) => !mayCover.some(({ place }) => one.matches(place)))
        .flatMap((one) =>
          [...one.getClientRects()].map((box) => ({ one, box: shown(one, box), bar: fixed(one) })),
        )
        .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2)
        .toSorted((a, b) => a.box.top - b.box.top)
      for (const [at, upper] of places.entries()) {
        for (const lower of places.slice(at + 1)) {
          if (lower.box.top >= upper.box.bottom - 2) break
          const isOver =
            Math.min(upper.box.right, lower.box.right) - Math.max(upper.box.left, lower.box.left) >
            2
          if (!isOver || upper.bar !== lower.bar) continue
          if (upper.one.contains(lower.one) || lower.one.contains(upper.one)) continue
          faults.push(`${name(upper.one)} and ${name(lower.one)} over each other`)
        }
      }
      return [...new Set(faults)]
    },
    {
      mayCut: MAY_CUT.map(({ place, below }) => ({ place, below })),
      mayCover: MAY_COVER.map(({ place }) => ({ place })),
    },
  )
