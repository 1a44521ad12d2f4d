import type { Text } from './text.ts'

export const ICONS_FR: Record<string, Text> = {
  'meteo-du-large': {
    title: 'Météo du large',
    tagline: 'Ciel, vent, houle et brume : le bulletin côtier en pictogrammes',
    body: `
Un bulletin côtier en {count} pictogrammes pleins : ciel, vent, houle, brume, et ce petit voyant d’orage qu’on préfère voir avant les autres.

## Composition

- **Le ciel**, du grand beau au front froid
- **La mer** : vagues, niveau, écume
- **La nuit** : lune par quartiers, brouillard, étoiles
- **Les mesures** : thermomètres, gouttes, pression

Les formes pleines tiennent bien à 30 pixels, même en plein soleil sur le pont. Je les pose en crème sur des touches bleu profond, avec le jaune réservé aux avis.

Dessins de {author}, tirés de {set}, sous licence {licence}. Le texte complet de la licence accompagne l’archive.`,
  },
  'salle-de-montage': {
    title: 'Salle de montage',
    tagline: 'Lecture, son et images clés, rangés comme sur une vraie table',
    body: `
Tout ce qui traîne sur une table de montage, rangé. {count} icônes au trait : lecture, son, images clés, courbes d’animation, formats et caméras.

### L’ordre de la bande

1. d’abord **la lecture**, au milieu, là où tombe le pouce ;
2. à gauche **le son**, du micro au silence ;
3. à droite **les images clés** et les courbes ;
4. au bout, ce qu’on n’ose toucher qu’après sauvegarde.

Le trait de 1,5 pixel est fin : donnez-lui un fond sombre et ne descendez pas sous 28 pixels.

Icônes {set}, par {author}, licence {licence}. Sélection et classement faits entre deux rendus.`,
  },
  'petit-commerce': {
    title: 'Petit commerce',
    tagline: 'Encaisser, emballer, rembourser : des icônes pour la boutique',
    body: `
La caisse, le panier, la monnaie, le paquet qu’on ficelle. Un jeu de {count} icônes au trait pour les boutiques qui encaissent avec le sourire.

On y trouve les **moyens de paiement** (espèces, carte, sans contact, portefeuille), les **gestes de vente** (ajouter, retirer, mettre de côté, rendre) et quelques **courbes** pour la fin du mois, quand il faut bien regarder.

> Une touche large pour *encaisser*, une étroite pour *annuler*, et jamais côte à côte.

Les marques et les monnaies numériques ont été laissées de côté.

Dessins : {author} ({set}), licence {licence}, jointe à l’archive.`,
  },
  potager: {
    title: 'Potager',
    tagline: 'Du semis à la récolte, des dessins qui sentent la terre mouillée',
    body: `
Semer, arroser, attendre, cueillir : {count} dessins au trait pour un écran qui sent la terre mouillée.

## Au fil des saisons

- *Mars* : la pelle, la graine, le premier soleil
- *Juin* : cerises, salades, et l’escargot qui les préfère aussi
- *Septembre* : pommes, raisin, blé
- *Décembre* : soupe

Je m’en sers pour un carnet de jardin : une touche par carré, une couleur par mois. Mais la carotte fait aussi une très bonne icône de récompense dans un minuteur.

Extrait de {set}, par {author}. Licence {licence} ; les tracés sont intacts.`,
  },
  'belle-page': {
    title: 'Belle page',
    tagline: 'Écrire, composer, relire : les icônes de l’atelier typographique',
    body: `
En imprimerie, la belle page est celle de droite : là où commencent les chapitres. Ce jeu réunit {count} icônes pour écrire, composer et relire.

### Trois tiroirs

**Le texte.** Gras, italique, titres, guillemets, listes, interligne.
**Le document.** Livres, cahiers, brouillons, contrats, journaux.
**La mise en page.** Colonnes, alignements, tableaux.

Elles sont dessinées d’un trait régulier, ce qui leur permet de voisiner sans se disputer. Sur fond papier, encre foncée ; une seule couleur d’accent suffit.

Origine : {set}, {author}. Licence : {licence}. Aucun logo de logiciel n’a été conservé.`,
  },
  'mise-en-place': {
    title: 'Mise en place',
    tagline: 'Silhouettes de cuisine, du froid au chaud jusqu’à la salle',
    body: `
Avant le service, chaque chose a sa place. {count} silhouettes de cuisine : légumes, pains, fromages, verres, casseroles, couverts.

- **Froid** : fruits, salades, glaces
- **Chaud** : marmites, grill, four, œufs sous toutes les formes
- **Salle** : verres, tasses, couverts
- **Fin** : gâteaux, café, et la toque qu’on retire

En cuisine on lit de loin et de travers ; d’où le choix de formes pleines et de deux fonds seulement, terre cuite et crème.

Pictogrammes de {author} pour {set}, sous licence {licence}. Bon service !`,
  },
} // prettier-ignore
