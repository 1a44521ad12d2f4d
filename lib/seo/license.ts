/** Identifiers of the SPDX licence list; expressions and private references have no page. */
const SPDX_ID = /^(?!LicenseRef-)[A-Za-z0-9][A-Za-z0-9.+-]*$/

/** Page of a licence by its SPDX identifier, or `null` for any other text. */
export function licenseUrl(license: string | null | undefined): string | null {
  return license && SPDX_ID.test(license) ? `https://spdx.org/licenses/${license}.html` : null
}
