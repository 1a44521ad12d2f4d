import NextLink from 'next/link'
import { getLocale } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { localePath } from '#lib/i18n/path.ts'

type Props = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/**
 * A link of the site: a path (`/home/index`) gets the prefix of the page's language. Nothing is
 * fetched ahead, since a list would ask for two dozen pages that nobody opens.
 */
export async function Link({ href, ...rest }: Props) {
  const locale = await getLocale()
  return <NextLink prefetch={false} href={localePath(locale, href)} {...rest} />
}
