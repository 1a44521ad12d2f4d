type Look = { variant: 'primary' | 'secondary' | 'ghost'; size?: 'md' | 'lg' }

/** Classes of a button, for links and buttons; in the style sheet, so that pages stay small (`.button` in app/globals.css). */
export function buttonClass({ variant, size = 'md' }: Look): string {
  return `button ${variant} ${size}`
}
