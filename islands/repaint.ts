/** Luminances of the keys that contrast is shown for: those of the tiles of the dark and the light theme. */
const DARK = '#1a1816'
const LIGHT = '#fffdf9'
/** Grounds of the covers that own colours are shown on. */
const GROUNDS = ['#14131a', '#f5efe4'] as const
/** The place of a colour in an address, which may be a part of another. */
const PLACE = /(variants(?:\/|%2F))(?:rrggbb|[\da-f]{6})/i

/**
 * Shows the colour that is chosen for a pack (components/project/swatches.tsx): its contrast, the page in an own colour, and the link
 * that installs it. Style sheets do the rest. Anything else is left alone.
 */
export function repaint(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement)) return
  const form = target.closest<HTMLFormElement>('.swatches')
  if (!form) return
  if (target.type === 'color') {
    const own = form.querySelector<HTMLInputElement>('[value="own"]')
    if (own) own.checked = true
  }
  const chosen = form.querySelector<HTMLInputElement>('[name="colour"]:checked')
  const colour = chosen ? colourOf(form, chosen) : ''
  if (colour === '') {
    delete form.dataset['colour']
    return
  }
  form.dataset['colour'] = colour
  if (chosen?.matches('[value="own"], [data-accent]')) {
    paintOwn(form.closest<HTMLElement>('article') ?? form, colour)
  }
  const output = form.querySelector('output')
  if (output) output.textContent = describe(colour, output.dataset['text'] ?? '')
  const link = form.querySelector('a')
  if (link) link.href = link.href.replace(PLACE, `$1${colour.slice(1)}`)
}

/** The same for what was chosen before this script was there. */
export function repaintChosen(): void {
  const field = document.querySelector<HTMLInputElement>('.swatches [type="color"]')
  const isChanged = field === document.activeElement && field?.value !== field?.defaultValue
  repaint(isChanged ? field : document.querySelector('.swatches input'))
}

/** The colour and the ground of a page; each element of it is styled again. */
function paintOwn(page: HTMLElement, colour: string) {
  const [dark, light] = GROUNDS
  page.style.setProperty('--own', colour)
  page.style.setProperty(
    '--own-ground',
    contrast(colour, dark) >= contrast(colour, light) ? dark : light,
  )
}

/** The chosen colour as `#rrggbb`; empty for the original ones. That of the system gets its value when it is known. */
function colourOf(form: HTMLFormElement, chosen: HTMLInputElement): string {
  if (chosen.value === 'own') {
    return form.querySelector<HTMLInputElement>('[type="color"]')?.value ?? ''
  }
  if (chosen.value === 'accent') {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(chosen)
        .getPropertyValue('background-color')
        .match(/\d+(?:\.\d+)?/g)
        ?.map(Number) ?? []
    const hex = (part: number) => Math.round(part).toString(16).padStart(2, '0')
    chosen.value = `#${hex(red)}${hex(green)}${hex(blue)}`
  }
  return chosen.value
}

function describe(colour: string, text: string): string {
  const language = document.documentElement.lang
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const on = (ground: string) => format.format(contrast(colour, ground))
  return text.replace('{dark}', on(DARK)).replace('{light}', on(LIGHT))
}

/** Contrast of two colours (WCAG 2.2), from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(colour: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
