import type { Part } from './pending-uploads-client.tsx'

const PARTS: readonly Part[] = ['file', 'cover', 'gallery']

/** Leads to the first field of files among those at fault, unless another field at fault has the focus. */
export function focusPart(errors: object): void {
  if (document.activeElement?.getAttribute('aria-invalid') === 'true') return
  const part = PARTS.find((one) => one in errors)
  if (part) document.querySelector<HTMLElement>(`[data-part=${part}] input[type=file]`)?.focus()
}
