import { EMPTY, type Values, valuesSchema } from './form.ts'

const keyOf = (kind: string) => `draft-${kind}`

/** What was typed last time and not published; nothing where that cannot be read. */
export function readDraft(kind: string): Values | null {
  try {
    const parsed = valuesSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(kind)) ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Keeps what is typed; what is empty is not kept. */
export function keepDraft(kind: string, values: Values): void {
  try {
    const isEmpty = JSON.stringify(values) === JSON.stringify(EMPTY)
    if (isEmpty) localStorage.removeItem(keyOf(kind))
    else localStorage.setItem(keyOf(kind), JSON.stringify(values))
  } catch {
    // Storage is full or forbidden: then what is typed lasts as long as the page.
  }
}

/** Forgets it. */
export function forgetDraft(kind: string): void {
  try {
    localStorage.removeItem(keyOf(kind))
  } catch {
    // As above.
  }
}
