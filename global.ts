import type { Locale } from '#lib/contract/locale.ts'
import type messages from '#messages/en.json'

/** Types of next-intl: an unknown message key or language does not compile. */
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof messages
  }
}

declare module 'react' {
  /** Custom properties, which style sheets read. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
