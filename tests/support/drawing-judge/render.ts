import type { Browser, CDPSession, Page } from 'playwright/test'
import sharp from 'sharp'
import type { Picture } from './compare.ts'

/** Side of a drawing in pixels. */
const SIDE = 144
const COLUMNS = 16
const ROWS = 10
/** Drawings of one screenshot. */
const PAGE_MAX = COLUMNS * ROWS
/** Elements and properties that change a drawing with time. */
const ANIMATED = /<(?:[\w-]+:)?(?:animate|set\b)|\banimation\b|@(?:-webkit-)?keyframes/i

/**
 * Renders drawings in a browser as image elements, which run no script and load nothing, at 144 pixels without a ground. Animated
 * ones are documents in frames, paused at 0 s: images move before a screenshot can be taken.
 */
export class DrawingRenderer {
  readonly #page: Page
  readonly #protocol: CDPSession

  private constructor(page: Page, protocol: CDPSession) {
    this.#page = page
    this.#protocol = protocol
  }

  static async open(browser: Browser): Promise<DrawingRenderer> {
    const viewport = { width: SIDE * COLUMNS, height: SIDE * ROWS }
    const context = await browser.newContext({ viewport, colorScheme: 'light' })
    // Nothing external.
    await context.setOffline(true)
    const page = await context.newPage()
    const protocol = await context.newCDPSession(page)
    const color = { r: 0, g: 0, b: 0, a: 0 }
    await protocol.send('Emulation.setDefaultBackgroundColorOverride', { color })
    return new DrawingRenderer(page, protocol)
  }

  close(): Promise<void> {
    return this.#page.context().close()
  }

  /** @returns a picture for each drawing, null where the browser cannot draw it. */
  async render(drawings: readonly Uint8Array[]): Promise<(Picture | null)[]> {
    const pictures: (Picture | null)[] = []
    for (let at = 0; at < drawings.length; at += PAGE_MAX) {
      pictures.push(...(await this.#renderPage(drawings.slice(at, at + PAGE_MAX))))
    }
    return pictures
  }

  async #renderPage(drawings: readonly Uint8Array[]): Promise<(Picture | null)[]> {
    await this.#page.goto('about:blank')
    // Each image is a page to the browser, which costs time in every frame until it is collected.
    await this.#protocol.send('HeapProfiler.collectGarbage')
    const cells = drawings.map((bytes) => {
      const isAnimated = ANIMATED.test(Buffer.from(bytes).toString('latin1'))
      return { base64: Buffer.from(bytes).toString('base64'), isAnimated }
    })
    const isDrawn = await this.#page.evaluate(showDrawings, { cells, side: SIDE, columns: COLUMNS })
    for (const frame of this.#page.frames().filter((one) => one.parentFrame() !== null)) {
      const at = Number(frame.name())
      isDrawn[at] = await frame.evaluate(showBeginning)
    }
    const options = { format: 'png', optimizeForSpeed: true } as const
    const screenshot = await this.#protocol.send('Page.captureScreenshot', options)
    const { data, info } = await sharp(Buffer.from(screenshot.data, 'base64'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return cells.map((_, at) => (isDrawn[at] ? cut(data, info.width, at) : null))
  }
}

/** The picture of one cell of a screenshot. */
function cut(screenshot: Buffer, width: number, at: number): Picture {
  const data = new Uint8Array(SIDE * SIDE * 4)
  const [left, top] = [(at % COLUMNS) * SIDE, Math.floor(at / COLUMNS) * SIDE]
  for (let row = 0; row < SIDE; row += 1) {
    const from = ((top + row) * width + left) * 4
    data.set(screenshot.subarray(from, from + SIDE * 4), row * SIDE * 4)
  }
  return { data, width: SIDE, height: SIDE }
}

type Cells = { cells: { base64: string; isAnimated: boolean }[]; side: number; columns: number }

/** Runs in the browser: shows each drawing in its cell. @returns which of them it can draw. */
function showDrawings({ cells, side, columns }: Cells): Promise<boolean[]> {
  document.body.style.margin = '0'
  function place(element: HTMLElement, at: number) {
    const [left, top] = [(at % columns) * side, Math.floor(at / columns) * side]
    element.style.cssText = `position:absolute;border:0;object-fit:contain;left:${left}px;top:${top}px;width:${side}px;height:${side}px`
    document.body.append(element)
  }
  function showImage(address: string, at: number): Promise<boolean> {
    const image = new Image()
    image.src = address
    place(image, at)
    return image.decode().then(
      () => true,
      () => false,
    )
  }
  function showFrame(address: string, at: number): Promise<boolean> {
    const frame = document.createElement('iframe')
    frame.name = String(at)
    frame.src = address
    const loaded = new Promise<boolean>((resolve) =>
      frame.addEventListener('load', () => resolve(true)),
    )
    place(frame, at)
    return loaded
  }
  return Promise.all(
    cells.map(({ base64, isAnimated }, at) =>
      (isAnimated ? showFrame : showImage)(`data:image/svg+xml;base64,${base64}`, at),
    ),
  )
}

/** Runs in the frame of an animated drawing: shows it at 0 s, scaled as an image. @returns whether the browser can draw it. */
function showBeginning(): boolean {
  // Null where the document has a syntax error: the browser shows a document about it.
  const root = document.rootElement
  if (!root) return false
  root.pauseAnimations()
  root.setCurrentTime(0)
  for (const animation of document.getAnimations()) {
    animation.pause()
    animation.currentTime = 0
  }
  const [width, height] = [root.width.baseVal.value, root.height.baseVal.value]
  if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', `0 0 ${width} ${height}`)
  root.style.setProperty('width', '100%', 'important')
  root.style.setProperty('height', '100%', 'important')
  return true
}
