import type { ReactNode } from 'react'

type TableProps = {
  caption: string
  head: string[]
  rows: { key: string; label: ReactNode; cells: ReactNode[] }[]
}

/** Numbers of several days, months or versions. */
export const Table = ({ caption, head, rows }: TableProps) => (
  <div className="overflow-x-auto">
    <table className="w-full text-end text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-content-muted">
        <tr>
          {head.map((name, at) => (
            <th
              key={name}
              scope="col"
              className={`py-2 font-normal ${at === 0 ? 'text-start' : 'ps-3 text-end'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ key, label, cells }) => (
          <tr key={key}>
            <th scope="row" className="py-2 text-start font-normal">
              {label}
            </th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]} className="py-2 ps-3">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
