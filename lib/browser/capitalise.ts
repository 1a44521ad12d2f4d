/** A text with its first character in upper case. */
export function capitalise(text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase() + rest.join('')
}
