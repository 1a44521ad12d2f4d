import iconv from 'iconv-lite'

/** Names as people give them, and encodings that their systems wrote into archives. */
const NAMES: readonly (readonly [names: string, encodings: string])[] = [
  ['音量アップ 音量ダウン ミュート 再生 一時停止 設定 電源', 'cp932 euc-jp'],
  ['ソフト 表示 能力 十字 アイコン① 髙橋', 'cp932'],
  ['ｱｲｺﾝ ﾎｰﾑ ｾｯﾃｲ', 'cp932'],
  ['音量UP 音量DOWN アイコンA', 'cp932'],
  ['太陽', 'cp932'],
  ['音量增大 静音 播放 暂停 下一首 设置 摄像头', 'gbk gb18030'],
  ['联通 图标包', 'gbk'],
  ['音量增大 靜音 播放 暫停 設定 攝影機 許功蓋', 'big5'],
  ['볼륨 음소거 재생 설정 전원 카메라', 'euc-kr cp949'],
  ['Lautstärke Übersicht Öffnen Schließen Größe', 'cp437 cp850 windows-1252 macroman'],
  ['Größe', 'cp437 cp850 windows-1252 macroman'],
  ['Réglages Précédent Écran Arrêter Météo Façade Forêt', 'cp437 cp850 windows-1252 macroman'],
  ['Configuración Cámara Micrófono Mañana', 'cp437 cp850 windows-1252 macroman'],
  ['Configurações Ícone Ação Não São Três', 'cp850 windows-1252 macroman'],
  ['Inställningar Föregående Blå Röd', 'cp437 cp850 windows-1252 macroman'],
  ['Næste Grøn Blå Æble', 'cp850 windows-1252 macroman'],
  ['Głośność Następny Dźwięk Łącze Źródło', 'cp852 windows-1250'],
  ['Nastavení Zpět Další Přehrát Měsíc Žlutá', 'cp852 windows-1250'],
  ['Громкость Настройки Камера', 'cp866 windows-1251 maccyrillic'],
  ['Ρυθμίσεις Επόμενο Μουσική', 'cp737 windows-1253'],
  ['Ayarlar Önceki Işık Kırmızı Şehir', 'cp857 windows-1254'],
]

/** Names in an encoding, with the number of the system that writes it (APPNOTE.TXT, section 4.4.2.2). */
export const LEGACY_NAMES = NAMES.flatMap(([names, encodings]) =>
  encodings.split(' ').map((encoding) => ({
    encoding,
    host: encoding.startsWith('mac') ? 7 : 0,
    names: names.split(' ').map((name) => ({
      name: `icons/${name}.svg`,
      bytes: iconv.encode(`icons/${name}.svg`, encoding),
    })),
  })),
)
