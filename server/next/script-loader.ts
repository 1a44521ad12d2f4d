import { transformSync } from 'esbuild'
import { BROWSERS } from '#lib/browser/browsers.ts'
import { SCRIPTS_ID } from '#lib/browser/load-script.ts'
import { RUN_SCRIPTS, TAKE_EVENTS } from '#lib/browser/page-events.ts'

/** Time for which a page is visible before its scripts run in idle time, in milliseconds. */
const VISIBLE_MS = 4000
/** Time after the first intent that an island answers alone, in milliseconds: the scripts would hold up its answer. */
const ISLAND_MS = 1000

/** Contents of the inert block: addresses of the scripts of a document, and of the data that they hydrate it from (`Flight`). */
export type PageScripts = { scripts: readonly string[]; flight: string }
/** Names of global arrays, each with a value to append, in order. */
export type Flight = readonly (readonly [name: string, value: unknown])[]

/** `run` and `take` are names of events. */
type Settings = { id: string; visibleMs: number; islandMs: number; run: string; take: string }

/*
 * Inline script of the documents whose scripts wait (decision 61). It is sent as text: it uses nothing
 * from outside but its settings.
 */
function waitForIntent({ id, visibleMs, islandMs, run, take }: Settings) {
  const intents = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', run]
  const holdable = ['click', 'keydown', 'input', 'change']
  const control = '[role=button],[role=tab],button[type=button]:not([popovertarget])'
  const picture = 'a[data-picture]'
  const waiting = new AbortController()
  const early = { capture: true, signal: waiting.signal }
  const held: Event[] = []
  const loaded = new Set<string>()
  let isLoading = false
  let failures = 0
  let pointer: string | undefined
  let timer: ReturnType<typeof setTimeout>
  let island: ReturnType<typeof setTimeout> | undefined

  const read = (): PageScripts => JSON.parse(document.getElementById(id)?.textContent ?? '')

  function isForIsland(cause: unknown): boolean {
    const target = cause instanceof Event && cause.target
    return target instanceof Element && target.closest('[data-island]') !== null
  }
  async function load(cause?: unknown) {
    if (cause instanceof PointerEvent && cause.type === 'pointermove') {
      const place = `${cause.screenX} ${cause.screenY}`
      const isResting = pointer === undefined || pointer === place
      pointer = place
      // Browsers send such an event where the pointer rests when a page appears.
      if (isResting) return
    }
    if (isLoading) return
    if (isForIsland(cause)) {
      island ??= setTimeout(() => {
        island = undefined
        idle()
      }, islandMs)
      return
    }
    isLoading = true
    try {
      if (document.readyState === 'loading') {
        await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
      }
      const { scripts, flight } = read()
      if (!loaded.has(flight)) append(await fetchFlight(flight))
      loaded.add(flight)
      await Promise.all(scripts.map(execute))
    } catch (error) {
      failures += 1
      if (failures === 1) {
        isLoading = false
        return
      }
      waiting.abort()
      document.documentElement.dataset['scripts'] = 'failed'
      for (const { target } of held) {
        const link = target instanceof Element && target.closest<HTMLAnchorElement>(picture)
        if (link) location.assign(link.href)
      }
      // oxlint-disable-next-line no-console -- nothing else reports it
      console.error('The scripts of the page cannot be loaded.', error)
    }
  }
  async function fetchFlight(address: string): Promise<Flight> {
    const response = await fetch(address)
    if (!response.ok) throw new Error(address)
    return response.json()
  }
  function append(flight: Flight) {
    for (const [name, value] of flight) {
      const list: unknown = Reflect.get(window, name)
      if (Array.isArray(list)) list.push(value)
      else Reflect.set(window, name, [value])
    }
  }
  function execute(src: string): Promise<void> | undefined {
    if (loaded.has(src)) return undefined
    return new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.async = true
      script.src = src
      script.addEventListener('load', () => {
        loaded.add(src)
        resolve()
      })
      script.addEventListener('error', () => {
        script.remove()
        reject(new Error(src))
      })
      document.head.append(script)
    })
  }

  // Into the cache. Browsers complain of a `preload` that is not used within three seconds.
  function fetchAhead() {
    const { scripts, flight } = read()
    for (const href of isLoading ? [] : [flight, ...scripts]) {
      fetch(href, { priority: 'low' })
        .then((response) => response.blob())
        .catch(() => undefined)
    }
  }
  const idle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => load())
    else load()
  }
  function restart() {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(idle, visibleMs)
  }
  function begin() {
    fetchAhead()
    restart()
    document.addEventListener('visibilitychange', restart, early)
  }
  function start() {
    if (document.readyState === 'complete') begin()
    else addEventListener('load', begin)
  }

  function hold(event: Event) {
    const { target, type } = event
    // Their scripts do not wait.
    if (!(target instanceof Element) || target.closest('[data-island=true]')) return
    if (event instanceof MouseEvent && target.closest(picture)) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      // The link leads to the picture alone, where there is no light box.
      event.preventDefault()
    } else if (type === 'click' && !target.closest(control)) return
    if (event instanceof KeyboardEvent) {
      // Other keys scroll, move the focus or press a control.
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (!/^(\S|Escape|F\d+)$/.test(event.key) && !target.matches('select')) return
      if (target.matches('input,textarea,option')) return
      // Firefox would open its search.
      if (event.key === '/') event.preventDefault()
    }
    // The framework gets it again.
    if (!target.closest('[data-island=first]')) event.stopImmediatePropagation()
    held.push(event)
  }

  // Before `hold`, which lets nothing pass.
  for (const type of [...intents, ...holdable])
    addEventListener(type, load, { ...early, passive: true })
  for (const type of holdable) addEventListener(type, hold, early)
  addEventListener(take, (event) => {
    waiting.abort()
    if (event instanceof CustomEvent) event.detail(held.splice(0))
  })
  if (Reflect.get(document, 'prerendering')) document.addEventListener('prerenderingchange', start)
  else start()
}

/** Text of the inline script, minified. */
export const LOADER = (() => {
  const settings: Settings = {
    id: SCRIPTS_ID,
    visibleMs: VISIBLE_MS,
    islandMs: ISLAND_MS,
    run: RUN_SCRIPTS,
    take: TAKE_EVENTS,
  }
  const text = `(${String(waitForIntent)})(${JSON.stringify(settings)})`
  return transformSync(text, { minify: true, target: [...BROWSERS], charset: 'utf8' }).code.trim()
})()
