type Props = {
  /** Of the group; one on each page. */
  name: string
  label: string
  /** Nothing is chosen at first without it. */
  chosen?: string
  /** Value and words of each. */
  options: readonly (readonly [string, string])[]
}

/** One of a few, as a row of buttons. Plain radio buttons: style sheets see what is chosen. */
export function Choice({ name, label, chosen, options }: Props) {
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">{label}</legend>
      <div className="flex rounded-key border border-line-strong p-0.5">
        {options.map(([value, words]) => (
          <label
            key={value}
            className="flex h-8 min-w-8 cursor-pointer items-center justify-center rounded-[0.375rem] px-2.5 text-xs font-medium text-content-muted hover:text-content has-checked:bg-surface-2 has-checked:text-content has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className="sr-only"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
