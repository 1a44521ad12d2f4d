import type { StripFacts } from './strips-type.ts'

/** Profiles in French, German, Japanese and Chinese. */
export const PROFILES_B: Record<string, StripFacts> = {
  'etalonnage-du-soir': {
    set: 'iconoir', category: 'video', language: 'fr', author: 'Studio Vendredi', tags: ['étalonnage', 'couleur', 'vidéo'],
    layout: 'tilt', palette: 'umber',
    pages: {
      Couleur: `
        color-picker|Pipette|0|alt+p|1.2
        color-wheel|Roues|0|alt+1
        brightness|Lumières|2|alt+2|1.2
        half-moon|Ombres|1|alt+3
        droplet|Saturation|0|alt+4|1.3
        fx|Effets|3|alt+5
        copy|Copier|3|ctrl+c
        paste-clipboard|Coller|3|ctrl+v
        eye|Avant|4|shift+d
        compact-disc|Rendu|2|ctrl+r`,
    },
  },
  'tableur-sans-souris': {
    set: 'tabler', category: 'office', language: 'fr', author: 'Camille Roux', tags: ['tableur', 'formules', 'clavier'],
    layout: 'wall', palette: 'forest',
    pages: {
      Feuille: `
        sum|Somme|2|alt+equal
        math-function|Formule|2|shift+f3
        filter|Filtrer|3|ctrl+shift+l
        arrows-sort|Trier|3|alt+t
        row-insert-bottom|Ligne|0|ctrl+plus
        column-insert-right|Colonne|0|ctrl+alt+plus
        percentage|Pourcent|4|ctrl+shift+5
        currency-euro|Monnaie|4|ctrl+shift+4
        calendar|Date|4|ctrl+semicolon
        lock|Figer|1|f4
        table|Croiser|1|alt+n
        chart-bar|Graphe|2|alt+f1`,
    },
  },
  'partie-en-ligne': {
    set: 'mdi', category: 'games', language: 'fr', author: 'Atelier Garance', tags: ['jeu', 'vocal', 'équipe'],
    layout: 'stagger', palette: 'violet',
    pages: {
      Partie: `
        microphone|Vocal|0|v|1.4
        headphones-off|Sourdine|3|ctrl+m|1.2
        flag|Cible|2|t
        alert|Danger|4|g
        hand-wave|Merci|3|"Merci à tous !
        run-fast|Repli|1|f6
        camera|Capture|0|f12|1.2
        record-rec|Clip|4|alt+f10
        map|Carte|3|m
        account-group|Groupe|1|o|1.2`,
    },
  },
  'podcast-am-kuechentisch': {
    set: 'tabler', category: 'audio', language: 'de', author: 'Jonas Brandt', tags: ['podcast', 'aufnahme', 'schnitt'],
    layout: 'focus', palette: 'clay',
    pages: {
      Aufnahme: `
        player-record|Aufnahme|4|r|2
        microphone-2|Ton 1|0|1|1.6
        microphone|Ton 2|2|2
        bookmark|Marke|3|m
        mood-smile|Lacher|3|!clip.laugh
        music|Musik|1|!clip.intro
        volume|Pegel|1|=audio.level|1.4|-18
        player-pause|Pause|3|space
        clock|Dauer|4|=record.time|1.5|32:07`,
    },
  },
  zeichenbrett: {
    set: 'ph', category: 'design', language: 'de', author: 'Werkstatt Nordlicht', tags: ['zeichnen', 'vektor', 'ebenen'],
    layout: 'rows', palette: 'paper',
    pages: {
      Zeichnen: `
        pen-nib|Pfad|0|p
        pencil-simple|Stift|0|n
        rectangle|Form|1|m
        text-t|Text|1|t
        paint-bucket|Fläche|2|k
        eyedropper|Farbe|2|i
        stack|Ebenen|3|f7|1.2
        unite|Vereinen|4|ctrl+alt+u|1.2
        exclude|Abziehen|4|ctrl+alt+s|1.2
        align-center-horizontal|Mitte|3|ctrl+alt+h
        magnifying-glass-plus|Nah|3|ctrl+plus
        export|Ausgabe|0|ctrl+alt+shift+s|1.2`,
    },
  },
  'code-durchsicht': {
    set: 'tabler', category: 'development', language: 'de', author: 'Jonas Brandt', tags: ['review', 'git', 'diff'],
    layout: 'horizon', palette: 'tide',
    pages: {
      Durchsicht: `
        git-pull-request|Anfragen|1|g+p|1.2
        arrow-up|Davor|3|k
        arrow-down|Danach|3|j
        message-plus|Anmerken|2|c|1.3
        check|Annehmen|0|ctrl+enter|1.6
        x|Ablehnen|4|ctrl+shift+enter|1.3
        eye-check|Gesehen|3|v|1.2
        file-diff|Vergleich|1|d|1.2
        list-check|Prüfung|3|=ci.state|1.3|7/9
        git-merge|Mischen|0|m|1.2`,
    },
  },
  'manga-genko': {
    set: 'ph', category: 'design', language: 'ja', author: '小鳥遊ミナ', tags: ['漫画', '原稿', 'ペン入れ'],
    layout: 'rows', palette: 'blush',
    pages: {
      ペン入れ: `
        pencil-simple|下描き|3|n
        pen-nib|ペン|0|p|1.3
        paint-bucket|ベタ|2|g
        gradient|トーン|1|t
        chat-circle|フキダシ|3|b|1.2
        text-t|セリフ|3|x
        grid-four|コマ|4|k
        ruler|定規|4|r
        eraser|消す|3|e
        flip-horizontal|反転|1|h
        stack|レイヤー|0|f7|1.2
        floppy-disk|保存|2|ctrl+s`,
    },
  },
  'sakkyoku-sketch': {
    set: 'tabler', category: 'audio', language: 'ja', author: '紙月デザイン', tags: ['作曲', '打ち込み', '録音'],
    layout: 'tilt', palette: 'cobalt',
    pages: {
      スケッチ: `
        player-play|再生|0|space|1.4
        player-record|録音|4|r|1.2
        repeat|ループ|3|c
        piano|鍵盤|2|p
        music|コード|2|k
        wave-sine|波形|3|w
        adjustments|ミキサー|1|x|1.2
        metronome|拍|1|m
        copy|複製|3|ctrl+d
        arrow-back-up|戻す|3|ctrl+z`,
    },
  },
  'haishin-no-uragata': {
    set: 'ri', category: 'streaming', language: 'ja', author: '紙月デザイン', tags: ['配信', '場面切替', '裏方'],
    layout: 'wall', palette: 'wine',
    pages: {
      本番: `
        live-line|開始|0|!stream.start
        mic-line|マイク|4|!audio.mic_toggle
        camera-line|カメラ|3|!video.camera
        tv-line|画面|3|!video.screen
        cup-line|休憩|2|!scene.break
        user-voice-line|対談|1|!scene.guests
        music-2-line|BGM|1|!audio.bed
        chat-smile-2-line|コメント|2|!window.chat
        scissors-cut-line|切り抜き|0|!stream.clip`,
    },
  },
  'jian-pianzi': {
    set: 'ri', category: 'video', language: 'zh-Hans', author: '半亩图形', tags: ['剪辑', '时间线', '快捷键'],
    layout: 'stagger', palette: 'clay',
    pages: {
      剪辑: `
        arrow-go-back-line|撤销|3|ctrl+z
        scissors-cut-line|切开|4|ctrl+b|1.3
        skip-left-line|入点|0|i
        skip-right-line|出点|0|o
        play-line|播放|2|space|1.5
        magic-line|吸附|3|n
        volume-up-line|音量|1|alt+v
        text|字幕|0|alt+t
        palette-line|调色|2|alt+c|1.2
        bookmark-line|标记|3|m
        film-line|导出|4|ctrl+e|1.2`,
    },
  },
  'biaoge-richang': {
    set: 'tabler', category: 'office', language: 'zh-Hans', author: '林小满', tags: ['表格', '公式', '办公'],
    layout: 'rows', palette: 'sage',
    pages: {
      表格: `
        sum|求和|0|alt+equal
        math-function|公式|0|shift+f3
        filter|筛选|3|ctrl+shift+l
        arrows-sort|排序|3|alt+d
        row-insert-bottom|插行|1|ctrl+plus
        column-insert-right|插列|1|ctrl+alt+plus
        percentage|百分比|4|ctrl+shift+5|1.2
        calendar|日期|4|ctrl+semicolon
        lock|冻结|2|alt+w
        chart-pie|图表|0|alt+f1
        printer|打印|3|ctrl+p
        device-floppy|保存|1|ctrl+s`,
    },
  },
  'kaihei-zhihuitai': {
    set: 'mdi', category: 'games', language: 'zh-Hans', author: '林小满', tags: ['组队', '语音', '游戏'],
    layout: 'focus', palette: 'night',
    pages: {
      开黑: `
        microphone|开麦|0|v|2
        headphones|听筒|2|ctrl+m|1.6
        sword-cross|集合|4|"集合，打团！
        shield|防守|1|"守一下
        flag|目标|3|t
        map|地图|3|m
        camera|截图|1|f12
        record-rec|录像|4|alt+f10
        clock-outline|复活|3|=game.respawn|1.5|0:24`,
    },
  },
} // prettier-ignore
