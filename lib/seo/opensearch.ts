import { localePath } from '#lib/i18n/path.ts'
import { absoluteUrl } from './alternates.ts'
import { element, xmlDocument } from './xml.ts'

/** OpenSearch 1.1 allows this many characters of a name and of a description. */
const NAME_MAX = 16
const DESCRIPTION_MAX = 1024

/** How a browser searches the site (OpenSearch 1.1), in one language. */
export function openSearch(locale: string, site: { name: string; description: string }): string {
  const page = absoluteUrl(localePath(locale, '/home/search'))
  const feed = absoluteUrl(`/feeds/${locale}/search.xml`)
  const template = (type: string, address: string) =>
    element('Url', { type, method: 'get', template: `${address}?q={searchTerms}` })
  return xmlDocument(
    element('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
      element('ShortName', {}, [cut(site.name, NAME_MAX)]),
      element('Description', {}, [cut(site.description, DESCRIPTION_MAX)]),
      element('Language', {}, [locale]),
      element('InputEncoding', {}, ['UTF-8']),
      element('Image', { width: 64, height: 64, type: 'image/svg+xml' }, [
        absoluteUrl('/icon.svg'),
      ]),
      template('text/html', page),
      template('application/atom+xml', feed),
    ]),
  )
}

/** Cut by code points: half a surrogate pair would be an unreadable character. */
const cut = (text: string, max: number) => [...text].slice(0, max).join('')
