import NextLink from 'next/link'
import { getLocale } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { localePath } from '#lib/i18n/path.ts'
import type { Path } from '#lib/paths.ts'

type Props = Omit<ComponentProps<'a'>, 'href'> & { href: Path }

/**
 * Link within the site: the path (`/home/index`) gets the prefix of the page's language. No
 * prefetch, since a list would fetch two dozen pages that nobody opens.
 */
export async function Link({ href, ...rest }: Props) {
  const locale = await getLocale()
  return <NextLink prefetch={false} href={localePath(locale, href)} {...rest} />
}
