import { readFileSync } from 'node:fs'

export const dynamic = 'force-dynamic'

/** Cards of a list: address, title, author, kind, downloads, date and picture; read once. */
let cards

export default function Page() {
  cards ??= JSON.parse(readFileSync(process.env.REFERENCE_CARDS, 'utf8'))
  return (
    <main>
      <h1>Icon packs</h1>
      <ul>
        {cards.map(({ href, title, author, kind, downloads, updated, picture, sources }) => (
          <li key={href}>
            <article>
              <img src={picture} srcSet={sources} alt="" width="640" height="400" loading="lazy" />
              <h2>
                <a href={href}>{title}</a>
              </h2>
              <p>{author}</p>
              <p>
                <span>{kind}</span> <span>{downloads}</span>{' '}
                <time dateTime={updated}>{updated}</time>
              </p>
            </article>
          </li>
        ))}
      </ul>
    </main>
  )
}
