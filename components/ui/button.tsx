import type { ComponentProps } from 'react'

export type ButtonLook = { variant: 'primary' | 'secondary' | 'ghost'; size?: 'md' | 'lg' }

/** Classes of a button, for links and buttons; in the style sheet, so that pages stay small (`.button` in app/globals.css). */
export function buttonClass({ variant, size = 'md' }: ButtonLook): string {
  return `button ${variant} ${size}`
}

/** A button that a script answers, unless it has another type. */
export function Button({
  variant,
  size,
  className = '',
  ...button
}: ButtonLook & ComponentProps<'button'>) {
  const look = `${buttonClass({ variant, size })} ${className}`.trimEnd()
  return <button type="button" className={look} {...button} />
}
