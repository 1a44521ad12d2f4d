import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { documents, paths } from '#lib/paths.ts'
import { absoluteUrl } from './alternates.ts'
import { element, xmlDocument } from './xml.ts'

/** Limits of OpenSearch 1.1 for name and description, in characters. */
const NAME_MAX = 16
const DESCRIPTION_MAX = 1024

/** OpenSearch 1.1 description of the site's search, in one language. */
export function openSearch(locale: Locale, site: { name: string; description: string }): string {
  const page = absoluteUrl(localePath(locale, paths.search()))
  const feed = absoluteUrl(documents.searchFeed(locale))
  const template = (type: string, address: string) =>
    element('Url', { type, template: `${address}?q={searchTerms}` })
  return xmlDocument(
    element('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
      element('ShortName', {}, [cut(site.name, NAME_MAX)]),
      element('Description', {}, [cut(site.description, DESCRIPTION_MAX)]),
      element('Language', {}, [LANGUAGES[locale].lang]),
      element('InputEncoding', {}, ['UTF-8']),
      element('Image', { width: 64, height: 64, type: 'image/svg+xml' }, [
        absoluteUrl(documents.icon),
      ]),
      template('text/html', page),
      template('application/atom+xml', feed),
    ]),
  )
}

/** Cuts by code points, so that no surrogate pair is split. */
const cut = (text: string, max: number) => [...text].slice(0, max).join('')
