import type { Config } from 'tailwindcss'

/** Colours and shadows by role. Their values per theme are in `app/globals.css`. */
const role = (name: string) => `var(--${name})`

export default {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors: {
        surface: { 0: role('surface-0'), 1: role('surface-1'), 2: role('surface-2') },
        line: {
          DEFAULT: role('border'),
          strong: role('border-strong'),
          control: role('border-control'),
        },
        content: {
          DEFAULT: role('text'),
          muted: role('text-muted'),
          faint: role('text-faint'),
          inverse: role('text-inverse'),
        },
        focus: role('focus'),
        success: role('success'),
        danger: role('danger'),
        warning: role('warning'),
        info: role('info'),
        /** Colour of the kind in an ancestor's `data-kind`; neutral without one. */
        accent: {
          DEFAULT: role('accent'),
          soft: role('accent-soft'),
          fill: role('accent-fill'),
          on: role('accent-on'),
        },
      },
      fontFamily: {
        display: ['var(--font-display, var(--font-cjk, system-ui))', 'system-ui', 'sans-serif'],
        sans: ['var(--font-text, var(--font-cjk, system-ui))', 'system-ui', 'sans-serif'],
        mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'monospace'],
      },
      fontSize: {
        xs: ['0.75rem', { lineHeight: '1rem' }],
        sm: ['0.875rem', { lineHeight: '1.25rem' }],
        base: ['1rem', { lineHeight: '1.625rem' }],
        lg: ['1.25rem', { lineHeight: '1.75rem' }],
        xl: ['1.75rem', { lineHeight: '2.125rem', letterSpacing: '-0.015em' }],
        '2xl': ['2.5rem', { lineHeight: '2.75rem', letterSpacing: '-0.02em' }],
      },
      maxWidth: { page: role('page'), prose: '68ch' },
      borderRadius: { key: '0.5rem', card: '0.875rem' },
      boxShadow: { card: role('shadow-card'), raised: role('shadow-raised') },
    },
  },
} satisfies Config
