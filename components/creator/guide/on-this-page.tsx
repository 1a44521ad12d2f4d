import { getTranslations } from 'next-intl/server'

type Props<Part extends string> = {
  parts: readonly Part[]
  names: Readonly<Record<Part, string>>
  className?: string
}

/** Links to the parts of a guide. */
export async function OnThisPage<Part extends string>({ parts, names, className }: Props<Part>) {
  const t = await getTranslations('publish.automation')
  return (
    <nav aria-labelledby="on-this-page" className={className}>
      <h2 id="on-this-page" className="mb-1 text-sm text-content-muted">
        {t('contents')}
      </h2>
      <ul>
        {parts.map((part) => (
          <li key={part}>
            <a href={`#${part}`} className="block py-1.5 text-sm hover:underline">
              {names[part]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
