import { expect, type Page, test } from 'playwright/test'
import { z } from 'zod'
import { searchSchema } from '#lib/contract/search.ts'
import { figure } from '#tests/support/figure.ts'

/** First interactions per page and control. */
const TIMES = 20
const SLOWER = 4
/** Time after `load` in which blocking is counted, in milliseconds. */
const BLOCKING_MS = 8000

/* A touch screen: without a pointer that moves over the page first, the tap itself is the first sign. */
test.use({ hasTouch: true, viewport: { width: 1024, height: 900 } })

type Control = {
  name: string
  act: (page: Page) => Promise<void>
  /** The event that the time is counted from, and what is there afterwards. */
  from: 'pointerdown' | 'keydown'
  effect: string
}

const THEME: Control = {
  name: 'theme',
  act: (page) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: /light|dark/i })
      .tap(),
  from: 'pointerdown',
  effect: 'html[data-theme=light]',
}
const LANGUAGES: Control = {
  name: 'language menu',
  act: (page) => page.locator('header summary[aria-label=Language]').tap(),
  from: 'pointerdown',
  effect: 'header details[open] a[hreflang=ja]',
}
const SUGGESTION: Control = {
  name: 'suggestion',
  async act(page) {
    await page.getByRole('searchbox').first().tap()
    await page.keyboard.press('i')
  },
  from: 'keydown',
  effect: '[role=listbox] [role=option]',
}
const LIST_FILTER: Control = {
  name: 'filter',
  async act(page) {
    await page.locator('main select[name=os]').focus()
    await page.keyboard.press('ArrowDown')
  },
  from: 'keydown',
  effect: 'main form[data-changed]',
}
const ICON_FILTER: Control = {
  name: 'filter',
  async act(page) {
    await page.getByRole('searchbox', { name: 'Filter by name' }).tap()
    await page.keyboard.press('a')
  },
  from: 'keydown',
  effect: '.icon-tiles:has(> [hidden], > [aria-setsize])',
}

const COLOUR: Control = {
  name: 'colour',
  act: (page) => page.getByRole('radio', { name: 'Tide' }).tap(),
  from: 'pointerdown',
  effect: '.detail:has(.swatches [name=colour]:checked:not([value=""])) .painted',
}
const KEY: Control = {
  name: 'key of the strip',
  act: (page) => page.locator('.strip-stage label').nth(1).tap(),
  from: 'pointerdown',
  effect: '.strip-stage li:has(:checked)',
}
const PICTURE: Control = {
  name: 'picture',
  act: (page) => page.getByRole('region', { name: 'Gallery' }).getByRole('link').first().tap(),
  from: 'pointerdown',
  effect: '[role=dialog]',
}

async function open(page: Page, address: string) {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(address, { waitUntil: 'load' })
}

const takenSchema = z.object({ effect: z.number(), paint: z.number() })

/**
 * Milliseconds from the event to the first frame with its effect, and to the next paint after the events of the interaction
 * (Interaction to Next Paint: the longest of them, 16 where each took less).
 */
async function measure(page: Page, { act, from, effect }: Control) {
  expect(await page.locator(effect).count(), 'not there before').toBe(0)
  await page.evaluate(
    ({ from, effect }) => {
      let paint = 16
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const isPart = entry instanceof PerformanceEventTiming && entry.interactionId > 0
          if (isPart) paint = Math.max(paint, entry.duration)
        }
      })
      // The shortest duration that is reported.
      const options: PerformanceObserverInit & { durationThreshold: number } = {
        type: 'event',
        durationThreshold: 16,
      }
      observer.observe(options)
      const taken = new Promise<{ effect: number; paint: number }>((resolve) => {
        let at = Number.NaN
        const note = (event: Event) => {
          if (Number.isNaN(at)) at = event.timeStamp
        }
        addEventListener(from, note, { capture: true })
        const look = () => {
          if (Number.isNaN(at) || !document.querySelector(effect)?.checkVisibility()) {
            requestAnimationFrame(look)
          } else {
            const taken = performance.now() - at
            // Entries are queued after the paint.
            requestAnimationFrame(() =>
              requestIdleCallback(() => resolve({ effect: taken, paint })),
            )
          }
        }
        look()
      })
      Reflect.set(window, 'taken', taken)
    },
    { from, effect },
  )
  await act(page)
  return takenSchema.parse(await page.evaluate(() => Reflect.get(window, 'taken')))
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function addresses(page: Page) {
  const read = async (query: string) => {
    const answer = await page.request.get(`/api/v1/index/search?${query}&limit=1`)
    return z.object({ data: searchSchema }).parse(await answer.json()).data
  }
  const [found, profiles] = [await read('q=Barometer'), await read('q=Night-shift')]
  return [
    ['home', '/home/index', [THEME, LANGUAGES, SUGGESTION]],
    ['list', '/home/iconpack', [THEME, LANGUAGES, SUGGESTION, LIST_FILTER]],
    [
      'detail',
      `/home/iconpack/detail/${found.items[0]?.id}`,
      [THEME, LANGUAGES, SUGGESTION, ICON_FILTER, COLOUR, PICTURE],
    ],
    ['strip', `/home/profile/detail/${profiles.items[0]?.id}`, [KEY]],
  ] as const
}

test('a first interaction shows its effect on a slow processor', async ({ page, browser }) => {
  for (const [name, address, controls] of await addresses(page)) {
    for (const control of controls) {
      const times: { effect: number; paint: number }[] = []
      for (let time = 0; time < TIMES; time += 1) {
        const context = await browser.newContext({
          baseURL: test.info().project.use.baseURL,
          hasTouch: true,
          viewport: { width: 1024, height: 900 },
          colorScheme: 'dark',
          locale: 'en-US',
        })
        const fresh = await context.newPage()
        await open(fresh, address)
        times.push(await measure(fresh, control))
        await context.close()
      }
      for (const [what, values] of [
        ['to its effect', times.map(({ effect }) => effect)],
        ['to the next paint (INP)', times.map(({ paint }) => paint)],
      ] as const) {
        figure(
          `first ${control.name} on ${name}, ${what}, processor ${SLOWER} times slower, median of ${TIMES} (worst), ms`,
          `${middle(values).toFixed(0)} (${Math.max(...values).toFixed(0)})`,
        )
      }
    }
  }
})

test('scripts that are forced at load block the page for a measured time', async ({ page }) => {
  await page.addInitScript(() => {
    const tasks: number[] = []
    Reflect.set(window, 'tasks', tasks)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
    addEventListener('load', () => dispatchEvent(new Event('wheel')))
  })
  for (const [name, address] of await addresses(page)) {
    await open(page, address)
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), BLOCKING_MS)
    // Hydrated: the theme answers.
    await THEME.act(page)
    await expect(page.locator(THEME.effect)).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('theme'))
    const tasks = z.array(z.number()).parse(await page.evaluate(() => Reflect.get(window, 'tasks')))
    const blocked = tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0)
    figure(
      `blocking time of ${name} with scripts forced at load, processor ${SLOWER} times slower, ms`,
      blocked.toFixed(0),
    )
  }
})
