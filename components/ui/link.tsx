import { getLocale } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { localePath } from '#lib/i18n/path.ts'
import type { Path } from '#lib/paths.ts'
import { buttonClass, type ButtonLook } from './button.tsx'

type Props = Omit<ComponentProps<'a'>, 'href'> & { href: Path }

/**
 * Link within the site: the path (`/home/index`) gets the prefix of the page's language. A plain `<a>`: public
 * pages come from the cache, without waiting for the scripts. Where the page must stay, `RouterLinks` takes the
 * click (components/layout/navigation-client.tsx).
 */
export async function Link({ href, children, ...rest }: Props) {
  return (
    <a href={localePath(await getLocale(), href)} {...rest}>
      {children}
    </a>
  )
}

/** A link in a text. */
export const TextLink = ({ className = '', ...link }: Props) => (
  <Link {...link} className={`${className} underline underline-offset-4`.trimStart()} />
)

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, className = '', ...link }: ButtonLook & Props) => (
  <Link {...link} className={`${buttonClass({ variant, size })} ${className}`.trimEnd()} />
)
