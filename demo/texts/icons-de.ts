import type { Text } from './text.ts'

export const ICONS_DE: Record<string, Text> = {
  wetterleuchten: {
    title: 'Wetterleuchten',
    tagline: 'Wetterzeichen von Sonnenaufgang bis Unwetterwarnung',
    body: `
Blitze ohne Donner, weit hinten über dem Feld. {count} Linienzeichnungen für alles, was vom Himmel kommt oder dort hängen bleibt.

## Aufbau

- **Tag**: Sonne, Wolken in drei Stufen, Dunst
- **Nacht**: Mond, Sterne, Nebel
- **Niederschlag**: Niesel, Regen, Hagel, Schnee
- **Warnung**: Gewitter, Sturm, Hochwasser, Erdbeben

Die Striche sind gleich stark, die Wolken haben überall dieselbe Grundlinie. So bleibt eine Fünf-Tage-Vorschau auf dem Streifen ruhig, auch wenn das Wetter es nicht ist.

Gezeichnet von {author} für {set}; Lizenz {licence}, der Wortlaut liegt bei.`,
  },
  geraetepark: {
    title: 'Gerätepark',
    tagline: 'Zeichen für alles, was steht, hängt und blinkt',
    body: `
Was steht, hängt und blinkt: {count} Zeichen für Rechner, Telefone, Speicher, Netz und Strom. Gedacht für Tasten, die etwas Wirkliches ein- oder ausschalten.

### So ist sortiert

1. Geräte zum Anfassen: Tastatur, Maus, Telefon, Drucker
2. Geräte im Schrank: Prozessor, Platte, Router, Datenbank
3. Verbindungen: Kabel, Funk, Bildschirmübertragung
4. Zustände: Akkus in allen Lebenslagen

> Faustregel aus der Werkstatt: Strom rot, Netz grün, Speicher blau. Nie umgekehrt.

Linienstil, 24er-Raster, von {author} ({set}). Lizenz {licence}. Markenzeichen sind nicht enthalten.`,
  },
  kurzwelle: {
    title: 'Kurzwelle',
    tagline: 'Funk, Telefon, Brief: Zeichen für das Reden auf Abstand',
    body: `
Antenne raus, Regler langsam drehen. Diese Sammlung zeigt das Reden auf Abstand: Funk, Telefon, Brief, Gespräch. {count} schmale Zeichnungen, die auch auf kleinen Tasten lesbar bleiben.

**Senden**: Megafon, Papierflieger, Rundfunk.
**Empfangen**: Posteingang, Glocke, Anruf in beide Richtungen.
**Dazwischen**: Sprechblasen rund und eckig, mit Punkten, Zeilen, Herz.

Ich habe die Blasen nach Form getrennt: rund für Privates, eckig für die Arbeit. Das merkt man sich schneller als jede Farbe.

Quelle: {set}, {author}, Lizenz {licence}. Over.`,
  },
  werkbank: {
    title: 'Werkbank',
    tagline: 'Code, Versionen und Daten als aufgeräumte Werkstatt',
    body: `
Programmieren ist Handwerk, nur staubt es weniger. {count} Linienzeichen für Code, Versionen, Daten und die Werkzeuge daneben.

| Schublade | Inhalt |
|---|---|
| oben | Klammern, Funktionen, Variablen, Muster |
| Mitte | Zweige, Commits, Zusammenführungen |
| unten | Datenbanken, Server, Pakete, Stapel |
| an der Wand | Hammer, Lineal, Prüfrohr |

Zum Einrichten: Legt die vier häufigsten Befehle auf breite Tasten und gebt *Zusammenführen* eine eigene Farbe. Man drückt sie seltener versehentlich.

Zeichnungen von {author} aus {set}, Lizenz {licence}; sie sind unverändert übernommen.`,
  },
  abfahrt: {
    title: 'Abfahrt',
    tagline: 'Reisezeichen für Bahn, Rad, Schiff und den Weg zu Fuß',
    body: `
Gleis 7, Wagen 24, ein Fensterplatz. {count} Zeichen für den Weg von hier nach dort, mit der Bahn, dem Rad, dem Schiff oder zu Fuß.

## Fahrplan

- **Verkehrsmittel** zu Land, zu Wasser und in der Luft
- **Gepäck**: Koffer, Rucksack, Zelt, Reisepass, Fahrkarte
- **Orientierung**: Karte, Kompass, Schild, Route
- **Ankunft**: Bahnhof, Brücke, Leuchtturm, Bett

Nebeneinander gelegt ergeben Zug, Gleis und Ziel eine hübsche Abfahrtstafel; die Uhrzeit schreibt Ihr selbst in die Beschriftung.

Von {author}, Sammlung {set}, Lizenz {licence}. Verspätungen sind nicht enthalten.`,
  },
  spielbrett: {
    title: 'Spielbrett',
    tagline: 'Würfel, Figuren und Karten für lange Spielabende',
    body: `
Donnerstagabend, Licht über dem Tisch, jemand mischt. {count} Linienzeichen für Brett, Karten, Würfel und Ball.

### Auf dem Brett
König, Dame, Turm, Läufer, Springer. Dazu Würfel von eins bis sechs, damit der Streifen selbst würfeln kann.

### In der Hand
Spielkarten mit allen Farben, Joker, Jetons.

### Draußen
Fußball, Kegel, Golf, Hanteln, Skateboard: Wer nicht gern sitzt, wird auch fündig.

Für Punktestände nehme ich Pokal und Medaille auf hellen Tasten, für Gemeinheiten die Bombe.

{set} von {author}, Lizenz {licence}, Text im Archiv.`,
  },
} // prettier-ignore
