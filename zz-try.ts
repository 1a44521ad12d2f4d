import iconv from 'iconv-lite'
import { readingsOf } from '#backend/text/legacy.ts'
import { eraOf } from '#backend/text/legacy.ts'
import { LEGACY_NAMES } from '#tests/support/legacy-names.ts'
const W = { dos: { dos: 1, other: 0.9, mac: 0.5 }, mac: { dos: 0.5, other: 0.8, mac: 1 }, other: { dos: 0.9, other: 1, mac: 0.8 } }
const rows: [string, string, number][] = []
for (const { encoding, names, host } of LEGACY_NAMES) for (const h of [host, 3]) rows.push([names.map(({ name }) => name.slice(6, -4)).join('\n'), encoding, h])
for (const w of ['Größe Ärger Straße', 'Größe', 'Ärger', 'Straße', 'Öl', 'Élan', 'Français Été Forêt', 'Größe Réglages Señal Ação', 'Año Niño', 'Ação'])
  for (const e of ['macroman', 'cp437', 'cp850', 'windows-1252']) for (const h of [0, 3, 7]) rows.push([w.replaceAll(' ', '\n'), e, h])
for (const [w, es] of [['太陽', 'cp932 gbk big5'], ['設定 電源', 'cp932 gbk big5'], ['设置', 'gbk'], ['月', 'cp932 gbk big5'], ['홈 설정', 'euc-kr'], ['홈', 'euc-kr'], ['음악 재생 카메라', 'euc-kr'], ['靜音 播放', 'big5 gbk'], ['アイコン', 'cp932']] as const)
  for (const e of es.split(' ')) for (const h of [0, 3]) rows.push([w.replaceAll(' ', '\n'), e, h])
for (const [w, e, h] of rows) {
  const bytes = iconv.encode(w, e)
  const wt = W[h === 0 ? 'dos' : h === 7 ? 'mac' : 'other']
  const c = (await readingsOf(bytes, (x) => wt[eraOf(x)])).map((x) => ({ ...x, text: iconv.decode(bytes, x.encoding) }))
  const best = c[0]
  const second = c.find((x) => x.text !== best?.text)
  const right = c.findIndex((x) => x.text === w)
  console.log(best?.text === w ? 'ok ' : 'BAD', `${w.replaceAll('\n', ' ').slice(0, 30)}|${e}|${h}`, right, (second ? second.certainty / best.certainty : 0).toFixed(2), c.slice(0, 4).map((x) => `${x.encoding}:${x.certainty.toFixed(4)}:${x.text.replaceAll('\n', ' ').slice(0, 22)}`).join('  '))
}
