import type { StripFacts } from './strips-type.ts'

/** Pages in French, German, Japanese and Chinese. */
export const FLEXPAGES_B: Record<string, StripFacts> = {
  'maison-au-calme': {
    set: 'mdi', category: 'other', language: 'fr', author: 'Camille Roux', tags: ['maison', 'lumières', 'chauffage'],
    layout: 'wall', palette: 'sand',
    pages: { Maison: `
        sofa|Salon|0|!home.living
        silverware-fork-knife|Cuisine|1|!home.kitchen
        bed|Chambre|2|!home.bedroom
        lightbulb-on|Lampes|4|!home.lights
        blinds|Volets|3|!home.blinds
        thermometer|Chauffage|0|!home.heating
        door-closed-lock|Porte|2|!home.door
        speaker|Musique|1|!home.music
        weather-night|Bonne nuit|4|!home.night` },
  },
  'palette-de-peintre': {
    set: 'ph', category: 'design', language: 'fr', author: 'Atelier Garance', tags: ['couleurs', 'peinture', 'nuancier'],
    layout: 'horizon', palette: 'blush',
    pages: { Palette: `
        paint-brush|Rond|0|b
        paint-brush-broad|Plat|1|shift+b
        drop|Eau|3|w
        drop-half|Lavis|4|shift+w
        swatches|Nuancier|2|f6|1.4
        eyedropper|Pipette|0|i|1.2
        eraser|Gomme|3|e
        arrow-counter-clockwise|Annuler|1|ctrl+z|1.2` },
  },
  'minuteur-de-cuisine': {
    set: 'tabler', category: 'productivity', language: 'fr', author: 'Studio Vendredi', tags: ['cuisine', 'minuteur', 'recette'],
    layout: 'focus', palette: 'umber',
    pages: { Cuisine: `
        egg|Oeuf|4|=timer.egg|2|06:00
        soup|Pâtes|2|=timer.pasta|1.7|09:30
        bread|Four|0|=timer.oven|1.7|38:00
        coffee|Café|1|=timer.coffee|1.6|04:00
        player-play|Partir|3|!timer.start|1.2
        player-stop|Arrêt|3|!timer.stop|1.2
        bell|Sonner|1|!timer.bell|1.2` },
  },
  serverraum: {
    set: 'tabler', category: 'system', language: 'de', author: 'Werkstatt Nordlicht', tags: ['server', 'überwachung', 'netz'],
    layout: 'stagger', palette: 'night',
    pages: { Serverraum: `
        server-2|Nord|0|=server.north|1.5|99.9%
        server-2|Süd|1|=server.south|1.5|99.4%
        database|Daten|3|=database.load|1.4|27%
        temperature|Raum|4|=room.temperature|1.3|21.5°
        bolt|Strom|2|=power.draw|1.4|1.8
        network|Netz|3|=network.load|1.4|44%
        alert-triangle|Alarm|4|!alert.acknowledge|1.2
        refresh|Neu|1|!server.restart` },
  },
  lichtpult: {
    set: 'mdi', category: 'other', language: 'de', author: 'Jonas Brandt', tags: ['licht', 'bühne', 'szenen'],
    layout: 'tilt', palette: 'violet',
    pages: { Licht: `
        spotlight-beam|Vorn|0|!light.front
        spotlight|Hinten|3|!light.back
        wall-sconce-flat|Saal|1|!light.hall
        brightness-6|Hälfte|2|!light.half|1.2
        palette|Farbe|4|!light.colour
        flash|Blitz|2|!light.strobe
        weather-fog|Nebel|3|!light.haze
        lightbulb-off|Dunkel|1|!light.blackout|1.4` },
  },
  'aufnahme-laeuft': {
    set: 'lucide', category: 'media', language: 'de', author: 'Werkstatt Nordlicht', tags: ['aufnahme', 'kamera', 'ton'],
    layout: 'solo', palette: 'wine',
    pages: { Aufnahme: `
        circle-dot|Läuft|0|=record.time|2.6|14:08
        video|Kamera|1|!video.camera|1.1
        mic|Ton|3|!audio.mic_toggle
        audio-lines|Pegel|3|=audio.level|1.4|-12
        hard-drive|Platz|1|=disk.free|1.4|212
        square|Stopp|4|!record.stop|1.2` },
  },
  'tenki-to-tokei': {
    set: 'ph', category: 'system', language: 'ja', author: '紙月デザイン', tags: ['天気', '時計', '予報'],
    layout: 'horizon', palette: 'mist',
    pages: { 天気と時計: `
        clock|時刻|0|=clock.time|1.8|07:45
        sun-horizon|朝|2|=weather.morning|1.4|14°
        cloud-sun|昼|3|=weather.noon|1.4|19°
        cloud-rain|夜|1|=weather.night|1.4|12°
        umbrella|降水|4|=weather.rain|1.4|60%
        wind|風|3|=weather.wind|1.3|3.2` },
  },
  'shuchu-timer': {
    set: 'tabler', category: 'productivity', language: 'ja', author: '小鳥遊ミナ', tags: ['集中', 'タイマー', '勉強'],
    layout: 'solo', palette: 'sage',
    pages: { 集中: `
        hourglass|残り|0|=timer.left|2.6|45:00
        player-play|開始|3|!timer.start
        player-pause|休止|3|!timer.pause
        mug|休憩|4|!timer.break
        music|雨音|1|!sound.rain
        book|科目|2|!timer.subject
        check|回数|1|=timer.done|1.3|2/4` },
  },
  'raid-page': {
    set: 'mdi', category: 'games', language: 'ja', author: '小鳥遊ミナ', tags: ['レイド', '合図', 'MMO'],
    layout: 'rows', palette: 'ember',
    pages: { レイド: `
        sword-cross|開戦|0|"戦闘開始します|1.3
        shield-half-full|防御|1|f1
        heart-pulse|回復|2|f2
        run-fast|散開|3|"散開！
        account-group|集合|3|"集合！
        fire|奥義|4|f5|1.3
        skull|全滅|1|"立て直します
        timer-outline|経過|3|=game.elapsed|1.6|08:32
        emoticon-happy-outline|お礼|2|"お疲れさまでした！` },
  },
  'huiyi-xiaotiao': {
    set: 'ri', category: 'productivity', language: 'zh-Hans', author: '林小满', tags: ['会议', '静音', '日程'],
    layout: 'wall', palette: 'slate',
    pages: { 会议: `
        mic-off-line|静音|0|!audio.mic_toggle
        vidicon-line|摄像头|1|!video.camera
        slideshow-line|共享|2|!video.screen
        hand|举手|4|!meeting.hand
        chat-3-line|聊天|3|!window.chat
        draft-line|纪要|3|!window.notes
        timer-line|时长|1|=meeting.time
        calendar-event-line|日程|2|!window.calendar
        logout-box-r-line|离开|4|!meeting.leave` },
  },
  dingpan: {
    set: 'tabler', category: 'other', language: 'zh-Hans', author: '半亩图形', tags: ['行情', '自选', '提醒'],
    layout: 'rows', palette: 'ink',
    pages: { 盯盘: `
        chart-candle|大盘|0|=market.index_1|1.6|3412.6
        trending-up|涨幅|2|=market.gain|1.5|+0.82%
        trending-down|跌幅|1|=market.loss|1.5|-1.15%
        coins|黄金|4|=market.gold|1.5|618.4
        currency-dollar|汇率|3|=market.dollar|1.5|7.124
        bell|提醒|3|!market.alert
        eye-off|隐藏|1|!market.hide` },
  },
  'yinyue-yitiao': {
    set: 'ph', category: 'media', language: 'zh-Hans', author: '半亩图形', tags: ['音乐', '播放', '歌词'],
    layout: 'stagger', palette: 'clay',
    pages: { 音乐: `
        vinyl-record|进度|0|=media.elapsed|1.8|01:58
        skip-back|上一首|3|!media.previous
        play|播放|2|!media.play_pause|1.4
        skip-forward|下一首|3|!media.next
        heart|喜欢|4|!media.like
        shuffle|随机|1|!media.shuffle
        microphone-stage|歌词|3|!media.lyrics
        speaker-high|音量|1|=audio.volume|1.6|48%` },
  },
} // prettier-ignore
