import exceptions from 'spdx-exceptions/index.json' with { type: 'json' }
import licenses from 'spdx-license-list'
import { proposeSpdx } from './spdx.ts'

/** Why a changed copy of a work must not be offered. */
export type ChangeRefusal = 'no_derivatives' | 'unknown_license'

const NO_DERIVATIVES = /(?:^|-)ND(?:-|$)|no-?deriv/i
/** Licences that permit changes, beside those that the Open Source Initiative approves. `CC-BY-3.0-AT`: one of a country. */
const PERMITS =
  /^(?:CC0-1\.0|CC-BY(?:-NC)?(?:-SA)?-\d\.\d(?:-[A-Z]{2,3})?|CC-PDDC|PDDL-1\.0|ODC-By-1\.0|WTFPL)$/

const WITH_EXCEPTION = new RegExp(
  String.raw`\sWITH\s+(?:${exceptions.map((id) => RegExp.escape(id)).join('|')})(?=$|[\s)])`,
  'gi',
)

/**
 * Whether a licence permits to change a work and to pass the change on: null, or the reason against it. Of an expression, each
 * licence must permit it. Without a licence, and under one that is not known for certain, all rights are reserved; `WITH` is followed by an
 * exception of SPDX's list, which adds a permission, or by something that may take one away.
 */
export function refusalOfChanges(license: string | null): ChangeRefusal | null {
  if (license === null) return 'unknown_license'
  const ids = (proposeSpdx(license) ?? license)
    .replaceAll(WITH_EXCEPTION, '')
    .split(/\s+(?:AND|OR)\s+|[()]/i)
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.some((id) => NO_DERIVATIVES.test(id))) return 'no_derivatives'
  return ids.length > 0 && ids.every(permits) ? null : 'unknown_license'
}

const permits = (id: string) =>
  PERMITS.test(id) || licenses[id.replace(/\+$/, '')]?.osiApproved === true
