import { SUGGESTED_LICENSES } from '#lib/creator/licenses.ts'

/** The common licences, suggested by a text field whose `list` is the id. */
export function LicenseList({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {SUGGESTED_LICENSES.map((license) => (
        <option key={license} value={license}>
          {license}
        </option>
      ))}
    </datalist>
  )
}
