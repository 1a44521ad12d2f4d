import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { pack as packTar } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { zip } from '#demo/archive.ts'
import { foreignFile } from '#tests/support/foreign-files.ts'
import { readUpload } from '#tests/support/read-upload.ts'

const require = createRequire(import.meta.url)
const PAD = ' '.repeat(80)
const text = (content: string) => Buffer.from(content)
const utf16 = (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le')
const bigEndian = (content: string) => utf16(content).swap16()
const begin = (hex: string, length = 600) =>
  Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(length, 7)])
const named = (...paths: string[]) =>
  zip(paths.map((name) => ({ path: name, content: 'x'.repeat(60) })))
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff') =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer()
const packaged = (name: string) => readFile(require.resolve(name))

async function tar() {
  const archive = packTar()
  archive.entry({ name: 'a.json' }, '{}')
  archive.finalize()
  return buffer(archive)
}

const JSON_TEXT = JSON.stringify({
  pages: [{ keys: Array.from({ length: 20 }, (_, x) => ({ x })) }],
})
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/>${PAD}</svg>`
const XML = `<?xml version="1.0"?>\n<!-- saved -->\n<project version="1">${PAD}</project>\n`
const ENTITIES =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'

const plist = (key: string) =>
  `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x"><plist version="1.0"><dict><key>${key}</key><string>${PAD}</string></dict></plist>`

type Make = () => Buffer | Promise<Buffer>
const as = (name: string, make: Make, kind = 'refused_type') => [name, kind, make] as const

/** What becomes of a file by its contents: accepted, refused as plain text, or refused as a type. */
describe('a profile that is', () => {
  it.each<readonly [string, string, Make]>([
    as('ELF', () => foreignFile('elf')),
    as('DOS', () => foreignFile('pe')),
    as('DEB', () => foreignFile('deb')),
    as('7Z', () => foreignFile('sevenZip')),
    as('JAR', () => foreignFile('jar')),
    as('ISO', () => foreignFile('iso')),
    as('disk image', () => foreignFile('floppy')),
    as('PLIST', () => foreignFile('plist')),
    as('Mach-O', () => begin('cffaedfe')),
    as('Mach-O', () => begin('cafebabe')),
    as('RPM', () => begin('edabeedb03000000')),
    as('RAR', () => begin('526172211a070100')),
    as('CAB', () => begin('4d534346')),
    as('CFB', () => begin('d0cf11e0a1b11ae1')),
    as('LNK', () => begin('4c0000000114020000000000c000000000000046')),
    as('CHM', () => begin('49545346')),
    as('CRX', () => begin('43723234')),
    as('DEX', () => begin('6465780a30333500')),
    as('SWF', () => begin('46575305')),
    as('SquashFS', () => begin('68737173')),
    as('MP3', () => begin('49443304000000000000')),
    as('MP4', () => text(`\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41${PAD}`)),
    as('DMG', () => Buffer.concat([begin('00'), Buffer.from('koly'), Buffer.alloc(508)])),
    as('PDF', () => text(`%PDF-1.7\n${PAD}`)),
    as('PDF', () => Buffer.concat([begin('00', 900), text(`%PDF-1.7\n${PAD}`)])),
    as('TAR', tar),
    as('PNG', () => picture('png')),
    as('JPG', () => picture('jpeg')),
    as('WEBP', () => picture('webp')),
    as('GIF', () => picture('gif')),
    as('AVIF', () => picture('avif')),
    as('TIF', () => picture('tiff')),
    as('WASM', () => packaged('xmllint-wasm/xmllint.wasm')),
    as('WOFF2', () => packaged('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
    as('Office', () => named('[Content_Types].xml', 'word/document.xml')),
    as('macro', () => named('[Content_Types].xml', 'xl/vbaProject.bin')),
    as('document', () => named('mimetype', 'content.xml')),
    as('APK', () => named('AndroidManifest.xml', 'classes.dex')),
    as('XPI', () => named('manifest.json', 'META-INF/mozilla.rsa')),
    as('script', () => text(`#!/bin/sh\n${PAD}`)),
    as('script', () => utf16(`#!/usr/bin/env node\n${PAD}`)),
    as('shortcut', () => text(`[InternetShortcut]\r\nURL=https://example.com/\r\n${PAD}`)),
    as('shortcut', () => utf16(`[InternetShortcut]\r\nURL=https://example.com/\r\n${PAD}`)),
    as('shortcut', () => text(`[Desktop Entry]\nType=Application\nExec=sh\n${PAD}`)),
    as('PLIST', () => text(plist('URL'))),
    as('PLIST', () => text(plist('&#85;RL'))),
    as('PLIST', () => text(plist('CommandString'))),
    as('PLIST', () => text(`<plist>${PAD}</plist>`)),
    as('PLIST', () => utf16(plist('URL'))),
    as('script', () => text(`<job><script language="VBScript">1</script>${PAD}</job>`)),
    as('script', () => text(`<?xml version="1.0"?><package><job id="a"/>${PAD}</package>`)),
    as('script', () => text(`<scriptlet><registration progid="a"/>${PAD}</scriptlet>`)),
    as('script', () => text(`<component><registration progid="a"/>${PAD}</component>`)),
    as('shortcut', () => text(`<MMC_ConsoleFile ConsoleVersion="3.0">${PAD}</MMC_ConsoleFile>`)),
    as('shortcut', () => text(`<libraryDescription xmlns="x">${PAD}</libraryDescription>`)),
    as('shortcut', () => text(`<searchConnectorDescription>${PAD}</searchConnectorDescription>`)),
    as('shortcut', () => text(`<asmv1:assembly xmlns:asmv1="x">${PAD}</asmv1:assembly>`)),
    as('shortcut', () => text(`<?xml version="1.0"?><jnlp spec="1.0+">${PAD}</jnlp>`)),
    as('SVG', () => text(SVG)),
    as('SVG', () => text(`\ufeff<?xml version="1.0"?><!-- Adobe -->${ENTITIES}${SVG}`)),
    as('SVG', () => text(`<svg:svg xmlns:svg="http://www.w3.org/2000/svg">${PAD}</svg:svg>`)),
    as('SVG', () => utf16(SVG)),
    as('SVG', () => bigEndian(SVG)),
    as('HTML', () => text(`<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a>${PAD}</a>`)),
    as('HTML', () =>
      text(`<r xmlns:h="http://www.w3.org/1999/xhtml"><h:script>1</h:script>${PAD}</r>`),
    ),
    as('HTML', () => text(`<r xmlns:h="http://www.w3.org/1999/xhtm&#108;">${PAD}</r>`)),
    as('HTML', () => text(`<r xmlns:h="http://www.w3.org/1999/&#x00000000078;html">${PAD}</r>`)),
    as('HTML', () =>
      text(`<!DOCTYPE r [<!ENTITY a "http://www.w3.org/1999/">]><r xmlns="&a;xhtml">${PAD}</r>`),
    ),
    as('HTML', () => text(`<?mso-application progid="Word.Document"?><a>${PAD}</a>`)),
    as('WIM', () => text(`MSWIM\0\0\0${PAD}`)),
    as('UDF', () => Buffer.concat([Buffer.alloc(32_769), text(`BEA01\x01${PAD}`)])),
    as('disk image', () => Buffer.concat([Buffer.alloc(1024), text(`H+\0\x04${PAD}`)])),
    as('DMG', () => text(`sprs\0\0${PAD}`)),
    // Of Python 2.7, 3.6 and 3.14.
    as('PYC', () => begin('03f30d0a00000000e3')),
    as('PYC', () => begin('330d0d0a5c6a2a5d00000000e3')),
    as('PYC', () => begin('2b0e0d0a00000000e3')),
    as('EXE', async () => gzipSync(foreignFile('pe'))),
    as('ELF', async () => gzipSync(foreignFile('elf'))),
    as('Python', () => named('__main__.py', 'manifest.json')),
    as('Python', () => named('a.json', '__main__.pyc')),
    as('PHAR', () => named('a.json', '.phar/stub.php')),
    as('VSIX', () => named('extension.vsixmanifest', '[Content_Types].xml')),
    as('NUPKG', () => named('a.nuspec', '[Content_Types].xml')),
  ])('a file of the type %s is refused: %s', async (value, code, make) => {
    expect((await readUpload('a.flexbar', await make())).error).toEqual({ code, value })
  })

  it.each([
    '<!DOCTYPE html><html></html>',
    '<!doctype HTML PUBLIC "x">',
    '\n\n\t<HTML>',
    '<html\nlang=de>',
    '<html/ >',
    '<head>',
    '<script>1</script>',
    '<BODY onload=x>',
    '<!-- x --><html>',
    '<!--x--><!doctype html>',
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x" "y"><html/>',
    '<html:html xmlns:html="http://www.w3.org/1999/xhtml"/>',
    '<iframe src=x>',
    '<p>x',
    '<br>',
    '<a href=x>',
    '<div>',
    '<h1>',
    '<table>',
    '<b>x',
    '<style>',
    '<title>x',
    '<font>',
    '<img src=x onerror=alert(1)>',
    '<frameset>',
  ])('HTML is refused, however it is written: %j', async (markup) => {
    const error = { code: 'refused_type', value: 'HTML' }
    for (const bytes of [text, utf16, bigEndian].map((encode) => encode(markup + PAD + '>'))) {
      expect((await readUpload('a.flexbar', bytes)).error).toEqual(error)
    }
    const unmarked = Buffer.from(markup.trimStart() + PAD, 'utf16le')
    expect((await readUpload('a.flexbar', unmarked)).error).toEqual(error)
  })

  it.each([
    'Dear reader, ',
    'a,b,c\n1,2,3\n',
    '[project]\nname=x\n',
    'a: 1\nb:\n  - 2\n',
    'alert(1);',
    '[].map(() => alert(1))',
    '@echo off\r\n',
    'Windows Registry Editor Version 5.00\r\n',
    '{\\rtf1\\ansi x}',
    '%!PS-Adobe-3.0\n',
    '<x onclick=1>',
    '{"cut": "off',
    '{ "URL" = "file:///a"; }',
    '<project><page>',
  ])('plain text is refused: %j', async (line) => {
    for (const bytes of [text(line.repeat(20)), utf16(line.repeat(20))]) {
      expect((await readUpload('a.flexbar', bytes)).error).toEqual({ code: 'plain_text' })
    }
  })

  it.each<[string, Make]>([
    ['JSON', () => text(JSON_TEXT)],
    ['JSON with a byte order mark', () => text(`\ufeff${JSON_TEXT}\n`)],
    ['JSON in UTF-16', () => utf16(JSON_TEXT)],
    ['JSON in UTF-16, high bytes first', () => bigEndian(JSON_TEXT)],
    ['a list in JSON', () => text(`[\n${JSON_TEXT}, 1]`)],
    ['gzip', () => gzipSync(JSON_TEXT)],
    ['XML', () => text(XML)],
    ['XML in UTF-16', () => utf16(XML)],
    ['XML with a name space', () => text(`<a:b xmlns:a="urn:x">${PAD}</a:b>`)],
    ['XML with an element of a script', () => text(`<page><script>1</script>${PAD}</page>`)],
    ['XML with references', () => text(`<page title="&#60;a&#x3e; &#xffffffff;">${PAD}</page>`)],
    ['gzip of text that begins like a program', () => gzipSync(`MZ icons\n${JSON_TEXT}`)],
    ['binary that begins with the end of a line', () => text(`\x01\x0d\r\n${PAD}\x01`)],
    ['SQLite', () => foreignFile('sqlite')],
    ['zip with other entries', () => named('project.json', 'assets/1.bin')],
    ['unknown binary', () => begin('464c58420100')],
  ])('%s is accepted unread', async (_, make) => {
    expect(await readUpload('a.flexbar', await make())).toMatchObject({
      error: null,
      format: 'opaque',
      isRewritten: false,
      manifest: null,
    })
  })
})

it('a file of fewer than 64 bytes is refused', async () => {
  expect((await readUpload('a.flexbar', begin('464c', 61))).error).toEqual({
    code: 'too_small',
    limit: 64,
  })
  expect((await readUpload('a.flexbar', begin('464c', 62))).error).toBeNull()
})
