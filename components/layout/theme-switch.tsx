import type { ReactNode } from 'react'

type Props = { label: string } & Record<'sun' | 'moon', ReactNode>

/**
 * Switches between dark and light, which an inline script does (lib/theme/theme.ts). Both icons are
 * rendered; the theme shows one. In the menu of phones its label is shown.
 */
export const ThemeSwitch = ({ label, sun, moon }: Props) => (
  <button
    type="button"
    aria-label={label}
    data-theme-switch
    data-island
    className="needs-script menu-entry"
  >
    <span className="in-dark">{sun}</span>
    <span className="in-light">{moon}</span>
    <span aria-hidden="true" className="menu-label">
      {label}
    </span>
  </button>
)
