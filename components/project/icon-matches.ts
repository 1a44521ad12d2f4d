/** Whether the name of an icon matches what a visitor typed: `arrow left` finds `arrow-left-circle`. */
export function iconMatcher(typed: string): (name: string) => boolean {
  const part = typed.trim().toLowerCase().replaceAll(/\s+/g, '-')
  return (name) => name.includes(part)
}
