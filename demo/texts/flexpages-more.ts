import type { Text } from './text.ts'

/** Pages in French, German, Japanese and Chinese. */
export const FLEXPAGES_MORE: Record<string, Text> = {
  'maison-au-calme': {
    title: 'Maison au calme',
    tagline: 'Trois pièces, quatre gestes, une porte : la maison sans application',
    body: `
Neuf touches pour une maison qui ne réclame rien : trois pièces, quatre gestes, la porte et la nuit.

## Les pièces
Salon, cuisine, chambre : chaque touche allume la scène que vous avez réglée, et l’éteint au second appui.

## Les gestes
Lampes, volets, chauffage, musique. Un appui long ouvre le réglage fin.

## La nuit
*Bonne nuit* ferme, baisse, éteint, puis se tait.

Les commandes portent des noms simples ; reliez-les une fois à votre installation. Pictogrammes de {author} ({set}), licence {licence}.`,
  },
  'palette-de-peintre': {
    title: 'Palette de peintre',
    tagline: 'Vos pinceaux et le nuancier, au bord de la toile numérique',
    body: `
Une palette posée au bord de la toile numérique. Deux pinceaux, de l’eau, un lavis, le nuancier au milieu parce qu’on y revient toujours.

- **Rond** et **plat** : les deux seuls pinceaux dont on ait vraiment besoin
- **Eau**, **lavis** : pour fondre
- **Pipette** : pour voler une couleur au ciel d’à côté
- **Gomme**, **annuler** : la différence entre les deux est une question de tempérament

Huit touches larges, lisibles sans lunettes. Les roses tiennent compagnie à toutes les images.

Icônes : {set}, {author}, {licence}.`,
  },
  'minuteur-de-cuisine': {
    title: 'Minuteur de cuisine',
    tagline: 'Quatre minuteurs côte à côte : l’œuf n’attend pas les pâtes',
    body: `
Quatre minuteurs côte à côte, parce qu’un œuf n’attend pas les pâtes.

| Touche | Temps d’origine |
|---|---|
| Œuf | 6 min |
| Pâtes | 9 min 30 |
| Four | 38 min |
| Café | 4 min |

Touchez un temps pour le lancer, maintenez-le pour le changer. *Sonner* choisit entre la clochette et le grelot ; *Arrêt* fait taire tout le monde d’un seul geste, même avec un doigt fariné.

Dessins de {author} pour {set}, sous licence {licence}.`,
  },
  serverraum: {
    title: 'Serverraum',
    tagline: 'Zwei Standorte auf acht Tasten, ganz ohne Anmeldung',
    body: `
Zwei Standorte, acht Tasten, ein ruhiger Blick. Diese Seite zeigt Verfügbarkeit, Last, Raumtemperatur und Strom, ohne dass man sich irgendwo anmelden muss.

- **Nord** und **Süd**: Verfügbarkeit der letzten dreißig Tage
- **Daten**: Auslastung der Datenbank
- **Raum**: Temperatur; ab 27° wird die Taste rot
- **Strom** in Kilowatt
- **Alarm** quittiert, **Neu** startet den gewählten Dienst

Die Werte holt die Seite von Adressen, die Ihr selbst eintragt. Wer keine einträgt, sieht die Beispielzahlen und schläft trotzdem gut.

{set}, {author}, Lizenz {licence}.`,
  },
  lichtpult: {
    title: 'Lichtpult',
    tagline: 'Acht Lichtstimmungen für Bühne, Saal und ehrgeiziges Wohnzimmer',
    body: `
Acht Stimmungen für eine kleine Bühne, einen Vereinssaal oder ein Wohnzimmer mit Ehrgeiz.

1. *Vorn*, *Hinten*, *Saal*: die Grundkreise
2. *Hälfte*: alles auf fünfzig Prozent
3. *Farbe*: wechselt durch die gespeicherten Töne
4. *Blitz*, *Nebel*: sparsam, bitte
5. **Dunkel**: breit und ganz rechts, damit man es im Dunkeln auch findet

Die Befehle heißen neutral und werden einmal mit der eigenen Anlage verbunden. Bei der Premiere hat nur der Nebel gestreikt.

Zeichen von {author} ({set}, {licence}).`,
  },
  'aufnahme-laeuft': {
    title: 'Aufnahme läuft',
    tagline: 'Läuft die Aufnahme? Eine rote Taste antwortet quer durch den Raum',
    body: `
Eine rote Taste, so breit wie ein Daumen lang, mit der Zeit darin. Mehr muss man während einer Aufnahme nicht wissen, aber es steht noch ein wenig daneben.

**Kamera** und **Ton** schalten um. **Pegel** zeigt den lautesten Wert der letzten drei Sekunden. **Platz** nennt die freien Gigabyte, und unter zehn beginnt die Taste zu blinken. **Stopp** will zweimal gedrückt werden.

Gedacht für Interviews, Unterricht, Küchenvideos. Geprobt mit einem sehr geduldigen Hund.

Icons: {set} von {author}, Lizenz {licence}.`,
  },
  'tenki-to-tokei': {
    title: '天気と時計',
    tagline: '傘がいるかどうか、机に着いた瞬間にわかる天気と時計',
    body: `
朝、机に着いたときに知りたいことだけを一列に。時刻、朝昼夜の気温、降水確率、風。

- 「時刻」は少し広く、離れていても読める大きさ
- 「朝」「昼」「夜」は過ぎると色が沈みます
- 「降水」が五割を超えると、傘の色が変わります

予報の取得先は設定で選べます。設定しない場合は見本の数字が表示されます。

空色と紙色だけで組んだので、どのプロファイルの隣に置いても静かです。窓のない部屋で働く人に。

アイコン：{set}（{author}、{licence}）`,
  },
  'shuchu-timer': {
    title: '集中タイマー',
    tagline: '四十五分集中、十五分休憩。試験勉強のためのタイマー',
    body: `
四十五分やって、十五分休む。試験勉強のために作った一枚です。

## 使い方

1. 「科目」で今日の一つを決める
2. 「開始」を押したら、机の上を片付ける
3. 残り時間は左の大きなキーに
4. 「雨音」は気が散るときだけ
5. 「回数」が四つたまったら、今日はおしまい

途中で止めても数字は責めません。休止と休憩を分けてあるのは、宅配便が来るからです。

緑は目にやさしい濃さを選びました。図案は{set}（{author}）、ライセンスは{licence}です。`,
  },
  'raid-page': {
    title: 'レイド進行用の一枚',
    tagline: '八人への合図を一押しで。攻略中に文字を打たないための一枚',
    body: `
八人が同時に動くとき、言葉は短いほど伝わります。この一枚は合図と技と時計だけで出来ています。

**合図**：「開戦」「散開」「集合」は、押すと定型文がそのまま送られます。
**技**：防御、回復、奥義。使う順に並べました。
**区切り**：「全滅」を押すと「立て直します」。責める言葉は入れていません。
**お礼**：最後に必ず。

経過時間は右寄りに表示されます。特定のゲームには依存しないので、文面も割り当ても自由に変えてください。

アイコン：{set}、{author}作、{licence}`,
  },
  'huiyi-xiaotiao': {
    title: '会议小条',
    tagline: '静音、摄像头、共享：开会最怕忘的三件事，放在最前',
    body: `
线上会议里最尴尬的三件事：忘开麦、忘闭麦、忘了正在共享屏幕。这一页把它们放在最前面。

- **静音、摄像头、共享**：一眼可见，一按可改
- **举手、聊天、纪要**：不打断别人也能说话
- **时长、日程**：提醒自己，也提醒主持人
- **离开**：暖色，单独放在最后

九个键宽度一致，像一排整齐的抽屉。命令用的是通用名称，第一次使用时与自己的会议软件绑定即可。

> 时长超过五十分钟，请起来倒杯水。

图标：{set}，{author}，许可证{licence}。`,
  },
  dingpan: {
    title: '盯盘',
    tagline: '大盘、自选、黄金一眼看完，看完继续上班',
    body: `
不想整天开着行情软件，又忍不住要看一眼，那就看这一条。

## 显示

1. 大盘点位
2. 自选里涨得最多的、跌得最多的
3. 黄金与汇率

## 操作

“提醒”设定上下限，越线只响一声；“隐藏”把数字全部换成圆点，老板路过时很有用。

数据来源需自行填写，未填写时显示的是示例数字。刷新间隔最短一分钟，这是故意的。

本页不构成任何建议。图标取自{set}，作者{author}，许可证{licence}。`,
  },
  'yinyue-yitiao': {
    title: '音乐一条',
    tagline: '进度、走带、音量，一条就够',
    body: `
播放、下一首、喜欢，其余都让给耳朵。

左边是唱片与进度，按一下退回十秒；中间三枚是走带键，“播放”放宽了些；右边依次是喜欢、随机、歌词、音量。

- 用系统媒体键控制，浏览器与播放器都认
- “歌词”会在桌面上开一个小窗
- 音量按住左右滑动

配色取自一台旧收音机：砖红机身，奶白按钮，琥珀色刻度。夜里会随系统一起变暗。

图标由{author}绘制（{set}），许可证{licence}。`,
  },
} // prettier-ignore
