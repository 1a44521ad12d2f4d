import { type ComponentProps, useId } from 'react'
import type { FormWords } from './words.ts'

type Shared = { words: FormWords; fault: string | undefined }

/** The operating systems that a project runs on. */
export function Systems({ words, fault, field }: Shared & { field: ComponentProps<'input'> }) {
  const id = useId()
  return (
    <fieldset aria-describedby={fault ? id : undefined} className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">{words.os}</legend>
      <div className="flex flex-wrap gap-2">
        {words.systems.map(([value, name]) => (
          <label
            key={value}
            className="flex h-10 cursor-pointer items-center gap-2 rounded-key border border-line-strong px-3 text-sm has-checked:bg-surface-2 has-checked:font-medium"
          >
            <input type="checkbox" value={value} {...field} />
            {name}
          </label>
        ))}
      </div>
      {fault && (
        <p id={id} className="text-sm text-danger">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** The category, of those that the kind has. */
export function Choice({ words, fault, field }: Shared & { field: ComponentProps<'select'> }) {
  const id = useId()
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {words.category}
      </label>
      <select
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-note` : undefined}
        className={`h-11 w-full rounded-key border bg-surface-0 px-3 ${fault ? 'border-danger' : 'border-line-strong'}`}
        {...field}
      >
        <option value="">{words.choosePlease}</option>
        {words.categories.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {fault && (
        <p id={`${id}-note`} className="text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}
