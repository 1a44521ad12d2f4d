type Props = {
  /** Name of the radio group; unique on the page. */
  name: string
  label: string
  /** Initial choice. */
  chosen: string
  /** Value and label of each option, and a class. */
  options: readonly (readonly [string, string, string?])[]
}

/** Row of radio buttons; style sheets react to the choice, without scripts. */
export function Choice({ name, label, chosen, options }: Props) {
  return (
    <fieldset className="choice">
      <legend className="sr-only">{label}</legend>
      <div>
        {options.map(([value, text, className]) => (
          <label key={value} className={className}>
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
