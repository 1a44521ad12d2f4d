import type { Text } from './text.ts'

/** Profiles in French, German, Japanese and Chinese. */
export const PROFILES_MORE: Record<string, Text> = {
  'etalonnage-du-soir': {
    title: 'Étalonnage du soir',
    tagline: 'Dix touches pour étalonner, du premier plan au dernier',
    body: `
La lumière baisse, l’écran est calibré, le téléphone est loin. Dix touches suffisent pour étalonner une séquence du premier plan au dernier.

- **Pipette** et **roues** à gauche : on regarde, on corrige
- **Lumières**, **ombres**, **saturation** : toujours dans cet ordre
- **Copier**, **coller** : pour le contrechamp
- **Avant** : une touche claire, à maintenir
- **Rendu** : au bout, et pas par accident

Les fonds restent bruns et sourds afin de ne pas fausser l’œil. Les raccourcis sont à adapter à votre logiciel.

Icônes {set} de {author} ({licence}).`,
  },
  'tableur-sans-souris': {
    title: 'Tableur sans souris',
    tagline: 'Une semaine de tableur sans souris : le pari est gagné',
    body: `
Un pari entre collègues : une semaine de tableur sans toucher la souris. Pari gagné, avec ces douze touches.

| Rangée | Touches |
|---|---|
| Calculer | somme, formule |
| Trier | filtrer, trier |
| Insérer | ligne, colonne |
| Formater | pourcentage, monnaie, date |
| Finir | figer, croiser, graphique |

Chaque famille a sa couleur ; le reste est affaire de mémoire, et elle vient vite.

Les raccourcis correspondent aux usages les plus répandus sous Windows et Linux.

Dessins : {set}, {author}, licence {licence}.`,
  },
  'partie-en-ligne': {
    title: 'Partie en ligne',
    tagline: 'Micro sous le pouce, un signal clair pour chaque situation',
    body: `
Quand l’équipe parle, on joue mieux ; quand on entend la vaisselle, un peu moins bien. Ce profil met le micro à portée de pouce et donne un signal clair à chaque situation.

## Les signaux

*Cible*, *Danger*, *Repli* : trois touches, trois couleurs, aucun mot à chercher. *Merci* écrit la formule en toutes lettres, parce que la politesse gagne aussi des parties.

## Les souvenirs

*Capture* et *Clip* enregistrent ce que personne ne voudra croire demain.

Aucun jeu n’est visé en particulier. Icônes : {set} par {author} ({licence}).`,
  },
  'podcast-am-kuechentisch': {
    title: 'Podcast am Küchentisch',
    tagline: 'Zwei Mikrofone, eine Marke, keine Hand am Bildschirm',
    body: `
Zwei Mikrofone, eine Kanne Tee, ein Kühlschrank, der brummt. Dieses Profil nimmt auf, markiert und misst, ohne dass jemand auf den Bildschirm schauen muss.

- **Aufnahme** ist die breiteste Taste und die einzige in Creme
- **Ton 1** und **Ton 2** schalten die Mikrofone einzeln stumm
- **Marke** setzt einen Punkt für den Schnitt
- **Lacher** und **Musik** für die Stellen, an denen man sie braucht
- **Pegel** und **Dauer** laufen mit

Unser Rat: Vor der ersten Folge alle Tasten einmal drücken und dabei schweigen.

Zeichen: {set}, {author}, {licence}.`,
  },
  zeichenbrett: {
    title: 'Zeichenbrett',
    tagline: 'Zwölf Tasten für Vektorarbeit, aufgeräumt wie ein guter Tisch',
    body: `
Zwölf Tasten für Vektorarbeit, geordnet wie ein gut aufgeräumter Tisch.

### Links: die Werkzeuge
Pfad, Stift, Form, Text. Violett, weil die Hand sie sucht.

### Mitte: die Farbe
Fläche und Pipette nebeneinander, danach die Ebenen.

### Rechts: die Ordnung
Vereinen, abziehen, mittig setzen, näher heran. Ganz außen die Ausgabe.

Helle Tasten auf Papierton, damit der Streifen neben einem weißen Blatt nicht schreit. Die Kürzel sind gängig; wer andere hat, ändert sie in zehn Minuten.

Icons von {author}, {set}, Lizenz {licence}.`,
  },
  'code-durchsicht': {
    title: 'Code-Durchsicht',
    tagline: 'Von Änderung zu Änderung bis zur Frage: annehmen oder nicht?',
    body: `
Fremden Code lesen ist Arbeit, und Arbeit braucht gutes Werkzeug. Dieses Profil führt von Anfrage zu Anfrage, von Datei zu Datei, und fragt am Ende: annehmen oder nicht?

1. *Davor*, *Danach*: blättern, ohne die Maus zu suchen
2. *Anmerken*: freundlich bleiben
3. *Gesehen*: damit man nach der Pause weiß, wo man war
4. *Prüfung*: der Stand der Tests, live
5. *Annehmen* und *Ablehnen*: nebeneinander, aber nie in derselben Farbe

*Mischen* liegt außen. Wer es drückt, hat sich gestreckt und also nachgedacht.

{set} / {author} / {licence}.`,
  },
  'manga-genko': {
    title: '漫画原稿',
    tagline: '下描きから保存まで、原稿作業を左手だけで',
    body: `
締め切り前の夜に、左手だけで操作できるように組んだ一枚です。下描きから保存まで、作業の順に左から並べました。

## キーの並び

- **描く**：下描き、ペン
- **塗る**：ベタ、トーン
- **入れる**：フキダシ、セリフ、コマ
- **整える**：定規、消す、反転
- **守る**：レイヤー、保存

「反転」は狂いを見つけるためのキーです。押す回数が減ってきたら、上達した証拠かもしれません。

キーの色は、原稿用紙の横に置いてもまぶしくない紅と生成りにしました。ショートカットはお使いのソフトに合わせて変更してください。

アイコン：{set}（{author}、{licence}）`,
  },
  'sakkyoku-sketch': {
    title: '作曲スケッチ',
    tagline: '鼻歌が消える前に、一押しで録音',
    body: `
鼻歌が消える前に録る。そのためだけのプロファイルです。

1. いちばん左の「再生」は親指で押せる広さに
2. 「録音」は橙色。ほかに橙色のキーはありません
3. 「ループ」と「拍」で土台を作り
4. 「鍵盤」「コード」で重ね
5. 気に入らなければ「戻す」

ミキサーはあえて遠くに置きました。音量をいじり始めると、曲が進まなくなるからです。

> 一日一つ、三十秒の断片を。ひと月で三十になります。

アイコンは{set}、{author}作（{licence}）。割り当ては一般的なものです。`,
  },
  'haishin-no-uragata': {
    title: '配信の裏方',
    tagline: '画面も音も切り替えは裏方へ。話す人は話すだけ',
    body: `
話す人が話すことだけに集中できるように、切り替えはすべて裏方が引き受けます。九つのキーを三列三行の考え方でまとめました。

| 役割 | キー |
|---|---|
| 入口 | 開始、マイク、カメラ |
| 画面 | 画面、休憩、対談 |
| 彩り | BGM、コメント、切り抜き |

「開始」だけが濃い赤です。触れてはいけないときには、上に付箋を貼っておくと安心です。

コマンドは汎用の名前なので、最初に一度だけ配信ソフトに結び付けてください。

図案：{set}／{author}／{licence}`,
  },
  'jian-pianzi': {
    title: '剪片子',
    tagline: '一刀一刀按顺序排开，左手不用再挪',
    body: `
剪片子这件事，一半是取舍，一半是手快。这套配置按一刀一刀的顺序排开，左手放上去就不用再挪。

- **切开**：最常用，给了奶白色
- **入点、出点**：一左一右，方向不会错
- **播放**：最宽的一枚，大拇指负责
- **音量、字幕、调色**：收尾的活
- **导出**：放在最右边，导之前深呼吸

颜色以砖红为底，夜里看着不刺眼。快捷键是通行的默认值，可在设计器里逐个改。

图标取自{set}，作者{author}，许可证{licence}。`,
  },
  'biaoge-richang': {
    title: '表格日常',
    tagline: '十二个键，每天少点三百次鼠标',
    body: `
给每天和表格打交道的人：十二个键，少点三百次鼠标。

## 分组

1. **算**：求和、公式
2. **理**：筛选、排序
3. **加**：插行、插列
4. **格式**：百分比、日期
5. **收尾**：冻结、图表、打印、保存

同一组用同一种颜色，绿得深的是计算，浅的是整理，橙色改格式。用上三天，就不必再看文字。

> “保存”放在最右，养成走之前摸一下的习惯。

快捷键以常见办公软件为准，不同版本请自行调整。图标：{set}，{author}，{licence}。`,
  },
  'kaihei-zhihuitai': {
    title: '开黑指挥台',
    tagline: '语音一按就静，集合一按就喊',
    body: `
队友在线，麦克风在线，脑子最好也在线。这套配置把语音和指挥放在一条上：

**语音**——开麦最宽，听筒次之，一按就静。
**指挥**——“集合”“防守”会直接打出整句话，省得边跑边敲字。
**记录**——截图与录像，赢了有证据，输了有素材。
**计时**——复活倒计时常驻，右边一瞥就够。

没有绑定任何特定游戏，按键可以随意替换。颜色用夜蓝打底，只有进攻是暖色。

图标来自{set}（{author}），许可证{licence}。`,
  },
} // prettier-ignore
