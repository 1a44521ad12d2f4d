type Props = {
  /** Name of the radio group; unique on the page. */
  name: string
  label: string
  /** Initial choice. */
  chosen?: string
  /** Value and label of each option. */
  options: readonly (readonly [string, string])[]
}

/** Row of radio buttons; style sheets react to the choice, without scripts. */
export function Choice({ name, label, chosen, options }: Props) {
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">{label}</legend>
      <div className="flex rounded-key border border-line-control p-0.5">
        {options.map(([value, text]) => (
          <label
            key={value}
            className="flex h-8 min-w-8 cursor-pointer items-center justify-center rounded-[0.375rem] px-2.5 text-xs font-medium text-content-muted hover:text-content has-checked:bg-surface-2 has-checked:text-content has-checked:inset-ring has-checked:inset-ring-line-control has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
