import type { Page } from 'playwright/test'

/** Pixels by which the page scrolls sideways. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Share of the viewport's height that elements with a fixed place cover. */
export const coveredShare = (page: Page) =>
  page.evaluate(() => {
    const rows = new Set<number>()
    for (const one of document.querySelectorAll('body *')) {
      const { position } = getComputedStyle(one)
      const { top, bottom, width } = one.getBoundingClientRect()
      if (!/fixed|sticky/.test(position) || width < innerWidth / 2 || !one.checkVisibility())
        continue
      for (let y = Math.max(0, Math.ceil(top)); y < Math.min(innerHeight, bottom); y += 1)
        rows.add(y)
    }
    return rows.size / innerHeight
  })

/** Whether a part of the focused element is on top: `seen`, or what covers it. */
export const focusState = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const clamp = (value: number, end: number) => Math.min(Math.max(value, 1), end - 1)
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [
        clamp(left + (right - left) * x, innerWidth),
        clamp(top + (bottom - top) * y, innerHeight),
      ]),
    )
    const hits = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
    const isSeen = hits.some(
      (hit) => hit && (focused.contains(hit) || hit.closest('label, article')?.contains(focused)),
    )
    return isSeen
      ? 'seen'
      : `${focused.outerHTML.slice(0, 90)} below ${hits[4]?.outerHTML.slice(0, 90)}`
  })

/** Fields whose edge has less than 3:1 against what is around them. */
export const weakEdges = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    function rgba(color: string) {
      if (!canvas) return [0, 0, 0, 0]
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    function luminance(color: string) {
      const [r = 0, g = 0, b = 0] = rgba(color).map((value) => {
        const channel = value / 255
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    function ground(element: Element | null): string {
      if (!element) return '#000000'
      const { backgroundColor } = getComputedStyle(element)
      return (rgba(backgroundColor)[3] ?? 0) > 200 ? backgroundColor : ground(element.parentElement)
    }
    const fields = [...document.querySelectorAll('input, select, textarea, .border-dashed')].filter(
      (one) =>
        one.checkVisibility() &&
        one.clientWidth > 1 &&
        !one.matches('[type=checkbox], [type=hidden]'),
    )
    const weak = fields.flatMap((field) => {
      const edge = luminance(getComputedStyle(field).borderTopColor)
      const back = luminance(ground(field.parentElement))
      const ratio = (Math.max(edge, back) + 0.05) / (Math.min(edge, back) + 0.05)
      return ratio >= 3 ? [] : [`${ratio.toFixed(2)}: ${field.outerHTML.slice(0, 90)}`]
    })
    return { count: fields.length, weak }
  })

/** Controls below 24 × 24 px (WCAG 2.2, success criterion 2.5.8). */
export const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button, main select, main [role=button], main summary')]
      .filter((one) => one.checkVisibility() && !one.closest('.sr-only'))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ one }) => one.outerHTML.slice(0, 90)),
  )

/** Elements that clip their own text, except with an intended ellipsis. */
export const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, button, label, summary, [role=tab], main a')]
      .filter((one) => one instanceof HTMLElement && one.checkVisibility())
      .filter((one) => !one.closest('[aria-hidden=true], .sr-only'))
      .filter((one) => {
        const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(one)
        // Hidden at this width, or with an ellipsis.
        if (textOverflow === 'ellipsis' || clipPath === 'inset(50%)') return false
        return (
          (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) ||
          (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1)
        )
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  )

/** Parts of the page of a project that are higher than their place, and so cover what follows. */
export const runsOver = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.detail > *, .detail-top > *')]
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.outerHTML.slice(0, 120)),
  )
