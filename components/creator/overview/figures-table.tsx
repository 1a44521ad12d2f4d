import type { ReactNode } from 'react'

type TableProps = {
  caption?: string
  head: string[]
  rows: { key: string; label: ReactNode; cells: ReactNode[] }[]
  /** Whether it is in a card: as narrow as that, with little room around the numbers. */
  isCompact?: boolean
}

/** Numbers of several days, months or versions. */
export function Table({ caption, head, rows, isCompact = false }: TableProps) {
  const [above, before] = isCompact ? ['py-1', 'ps-2'] : ['py-2', 'ps-3']
  return (
    <div className="overflow-x-auto">
      <table
        className={`w-full text-end tabular-nums ${isCompact ? 'table-fixed wrap-anywhere hyphens-auto' : 'text-sm'}`}
      >
        {caption !== undefined && <caption className="sr-only">{caption}</caption>}
        <thead className="text-content-muted">
          <tr>
            {head.map((name, at) => (
              <th
                key={name}
                scope="col"
                className={`${above} ${isCompact ? 'font-medium' : 'font-normal'} ${at === 0 ? 'text-start' : `${before} text-end`}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rows.map(({ key, label, cells }) => (
            <tr key={key} className={isCompact ? 'align-top' : undefined}>
              <th scope="row" className={`${above} text-start font-normal`}>
                {label}
              </th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]} className={`${above} ${before}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
