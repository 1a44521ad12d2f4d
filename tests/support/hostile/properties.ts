import { deepStrictEqual } from 'node:assert'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { RESULT_MAX } from '#backend/services/drawing/limits.ts'
import { parsePluginManifest } from '#backend/services/plugin/manifest.ts'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { acceptArchive, acceptPackage } from '#backend/worker/archive.ts'
import { readUpload } from '#tests/support/read-upload.ts'
import { hostileArchives } from './archives.ts'
import { hostileDrawings } from './drawings.ts'
import { hostileForeignFiles } from './foreign.ts'
import { hostileJson } from './json.ts'
import { priceOf } from './price.ts'
import { threadMs } from '#tests/support/processor-time.ts'

/**
 * Limit of processor time in milliseconds per kilobyte. Ordinary input takes 0.05 to 0.2; svgo took
 * 3000. The margin allows for a busy machine and JIT warm-up: the first drawing of a process took 15.
 */
const PRICE_MAX = 50

type Run = { numRuns?: number; interruptAfterTimeLimit?: number; endOnFailure?: boolean }
type Report = (price: number) => void

function expectCheap(price: number, length: number) {
  if (price > PRICE_MAX) throw new Error(`${price.toFixed(1)} ms for each of ${length / 1024} kB`)
}

/** Drawings: conversion takes bounded time, refuses or yields a safe drawing, and is idempotent. */
export function checkDrawings(run: Run, report: Report = () => undefined) {
  const property = fc.property(hostileDrawings, (source) => {
    let converted: ReturnType<typeof convertDrawing> | undefined
    const price = priceOf(source.length, () => (converted = convertDrawing(source)))
    report(price)
    expectCheap(price, source.length)
    if (!converted || 'refused' in converted) return
    if (converted.svg.length > RESULT_MAX) throw new Error('a result beyond the limit')
    if (/<(?:script|style|image|a|foreignObject|animate|set)\b|\son\w+=/i.test(converted.svg)) {
      throw new Error('a result that does more than draw')
    }
    // What is missing is not missed a second time.
    deepStrictEqual(convertDrawing(converted.svg), { ...converted, simplified: [] })
  })
  fc.assert(property, run)
}

/** JSON of manifests and of GitHub: parsing takes bounded time. */
export function checkJson(run: Run, report: Report = () => undefined) {
  const property = fc.property(hostileJson, (text) => {
    const price = priceOf(text.length, () => {
      try {
        parseBoundedJson(text)
      } catch {
        // Most inputs are invalid.
      }
      parsePluginManifest(text, 'first')
      parsePluginManifest(text, 'second')
    })
    report(price)
    expectCheap(price, text.length)
  })
  fc.assert(property, run)
}

/** Files of other programs: each is a reading or an error for the creator, in bounded time. */
export async function checkForeignFiles(run: Run, report: Report = () => undefined) {
  const property = fc.asyncProperty(hostileForeignFiles, async ({ name, bytes }) => {
    const before = process.threadCpuUsage()
    const { error, format } = await readUpload(name, bytes)
    const { user, system } = process.threadCpuUsage(before)
    if (error === null && format === undefined) throw new Error('neither a reading nor an error')
    const price = (user + system) / 1000 / Math.max(64, bytes.length / 1024)
    report(price)
    expectCheap(price, bytes.length)
  })
  await fc.assert(property, run)
}

/** Archives, as icon packs and as packages of plugins: checking takes bounded time, whatever their headers declare. */
export async function checkArchives(run: Run, report: Report = () => undefined) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'archives-'))
  const file = path.join(folder, 'pack.iconpack')
  const property = fc.asyncProperty(hostileArchives, async (made) => {
    const bytes = await made
    await writeFile(file, bytes)
    const about = {
      path: file,
      size: bytes.length,
      kind: 'icon',
      ending: '.zip',
      title: 'x',
      output: `${file}.out`,
    }
    await rm(about.output, { force: true })
    for (const accept of [acceptArchive, acceptPackage]) {
      const price =
        (await threadMs(() => accept({ ...about, name: 'a.flexplugin' }))) /
        Math.max(1024, bytes.length / 1024)
      // Inflating is bounded by the limits on entries, bytes and ratio, not by the archive's own size.
      report(price)
      expectCheap(price, bytes.length)
    }
  })
  try {
    await fc.assert(property, run)
  } finally {
    await rm(folder, { recursive: true })
  }
}
