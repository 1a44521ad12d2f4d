import { EMPTY, type Values, valuesSchema } from './form.ts'

const keyOf = (place: string) => `draft-${place}`

/** What was typed last time and not published; nothing where that cannot be read. */
export function readDraft(place: string): Values | null {
  try {
    const parsed = valuesSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(place)) ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Keeps what is typed; what is empty is not kept. */
export function keepDraft(place: string, values: Values): void {
  try {
    const isEmpty = JSON.stringify(values) === JSON.stringify(EMPTY)
    if (isEmpty) localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), JSON.stringify(values))
  } catch {
    // Storage is full or forbidden: then what is typed lasts as long as the page.
  }
}

/** Forgets it. */
export function forgetDraft(place: string): void {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // As above.
  }
}
