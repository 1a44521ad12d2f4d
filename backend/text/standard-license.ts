import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import licenses from 'spdx-license-list'
import { z } from 'zod'
import { proposeSpdx } from '#lib/text/spdx.ts'

const schema = z.object({ licenseText: z.string() })

/** Who holds the rights in a work, the year of its publication, and its name. */
export type Work = { author: string; year: number; title: string }

/** Licences that give the rights away: nothing holds the place of a copyright line. */
const DEDICATIONS = new Set(['CC0-1.0', 'CC-PDDC', 'PDDL-1.0', 'Unlicense', 'WTFPL'])
/** UTF-16 units. The copyright lines of a longer text are those of the document, such as of the GPL. */
const NOTICE_LICENSE_MAX = 6000
/** Where readers look for a copyright line, in UTF-16 units. */
const BEGINNING = 1000

const YEAR =
  /<(?:year|yyyy|dates|jahr)>|\[(?:year|yyyy)\]|\{year\}|\(From 4-digit-year\)-\(To 4-digit-year\)/gi
const HOLDER =
  /<(?:copyright )?(?:holders?|owners?|author|inhaber|organization)>|<copyright (?:information|inhaber)>|<name of author>|<owner organization name>|<name of (?:development group|institution)(?:, name of institution)?>|\[(?:name of )?copyright (?:owner|holder)s?\]|\[name\]|\(CopyrightHoldersName\)/gi
const TITLE = /<one line to give the (?:program|library)'s name[^>]*>|<program>|\[software name\]/gi
/** Fields that may be left out: addresses, organisations beside the author, and names of fonts that are reserved. */
const OPTIONAL =
  / ?\[email\]| ?<URL for [^>]*>| ?\(<URL\|email>\)|,?\s*with Reserved Font Name <[^>]*>| or <related entities>|<related entities>/gi
/** The fields of templates that have no brackets. */
const PLAIN_NOTICE = /(Copyright \(C\) )(?:YEAR by AUTHOR EMAIL|(?:year|yyyy)\s+name of author)/g
/** A line that names holder and years of the work that the text was taken from. */
const FOREIGN_NOTICE =
  /^[ \t]*(?:portions )?(?:copyright|©)\b[^\n]*\d{4}[^\n]*(?:\n\s*(?:portions )?(?:copyright|©)\b[^\n]*\d{4}[^\n]*)*$/gim
/** The holder in the disclaimer of ISC, for which SPDX and the Open Source Initiative have “the author”. */
const ISC_HOLDER = /\bISC (?=DISCLAIMS|BE LIABLE)/g

/**
 * The standard texts of a licence of SPDX, of each licence of an expression once, with author, year and title in their fields; null
 * where a part of it has no text.
 */
export async function standardLicense(license: string | null, work: Work): Promise<string | null> {
  const said = license?.trim() ?? ''
  const ids = new Set(
    (proposeSpdx(said) ?? said).split(
      /\s+(?:AND|OR)\s+|\s+WITH\s+.*?(?=\s+(?:AND|OR)\s|\)|$)|[()]/i,
    ),
  )
  ids.delete('')
  const texts: string[] = []
  for (const named of ids) {
    const id = Object.hasOwn(licenses, named) ? named : named.replace(/\+$/, '')
    if (!Object.hasOwn(licenses, id)) return null
    texts.push(fillLicense(id, await readTemplate(id), work))
  }
  return texts.length > 0 ? texts.join('\n\n') : null
}

async function readTemplate(id: string): Promise<string> {
  const file = fileURLToPath(import.meta.resolve(`spdx-license-list/licenses/${id}.json`))
  return schema.parse(JSON.parse(await readFile(file, 'utf8'))).licenseText.trim()
}

/** A text of SPDX with its fields filled in. One that does not begin with them follows a copyright line. */
function fillLicense(id: string, template: string, { author, year, title }: Work): string {
  const notice = `Copyright (c) ${year} ${author}`
  const isNotice = template.length <= NOTICE_LICENSE_MAX
  const filled = (isNotice ? template.replace(FOREIGN_NOTICE, () => notice) : template)
    .replaceAll(PLAIN_NOTICE, (_, start: string) => `${start}${year} ${author}`)
    .replaceAll(OPTIONAL, '')
    .replaceAll(YEAR, () => `${year}`)
    .replaceAll(HOLDER, () => author)
    .replaceAll(TITLE, () => title)
  const text = id === 'ISC' ? filled.replaceAll(ISC_HOLDER, 'THE AUTHOR ') : filled
  return DEDICATIONS.has(id) || text.slice(0, BEGINNING).includes(author)
    ? text
    : `${notice}\n\n${text}`
}
