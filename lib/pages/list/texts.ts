/** The texts that all lists share. */

import type { Texts } from '../session/language.ts'
import { plural } from '../session/plural.ts'

const en = {
  empty: 'Nothing found',
  emptyHint: 'Remove a filter or search for something else.',
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  pastEnd: (total: string) => `There ${plural(total, 'is', 'are')} only ${total}.`,
  next: 'Next page',
  previous: 'Previous page',
  page: (page: string) => `Page ${page}`,
  filters: 'Filter',
  apply: 'Apply',
  clear: 'Clear the search',
  remove: (filter: string) => `Remove the filter ${filter}`,
  selectPage: 'All on this page',
  select: (name: string) => `Select ${name}`,
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    empty: 'Aucun résultat',
    emptyHint: 'Retirez un filtre ou cherchez autre chose.',
    range: (first, last, total) => `${first} à ${last} sur ${total}`,
    pastEnd: total => `Il n’y en a que ${total}.`,
    next: 'Page suivante',
    previous: 'Page précédente',
    page: page => `Page ${page}`,
    filters: 'Filtrer',
    apply: 'Appliquer',
    clear: 'Effacer la recherche',
    remove: filter => `Retirer le filtre ${filter}`,
    selectPage: 'Tout sur cette page',
    select: name => `Choisir ${name}`,
  },
  de: {
    empty: 'Nichts gefunden',
    emptyHint: 'Entfernen Sie einen Filter oder suchen Sie etwas anderes.',
    range: (first, last, total) => `${first} bis ${last} von ${total}`,
    pastEnd: total => `Es gibt nur ${total}.`,
    next: 'Nächste Seite',
    previous: 'Vorige Seite',
    page: page => `Seite ${page}`,
    filters: 'Filtern',
    apply: 'Anwenden',
    clear: 'Suche leeren',
    remove: filter => `Filter ${filter} entfernen`,
    selectPage: 'Alle auf dieser Seite',
    select: name => `${name} auswählen`,
  },
  es: {
    empty: 'Sin resultados',
    emptyHint: 'Quite un filtro o busque otra cosa.',
    range: (first, last, total) => `${first} a ${last} de ${total}`,
    pastEnd: total => `Solo hay ${total}.`,
    next: 'Página siguiente',
    previous: 'Página anterior',
    page: page => `Página ${page}`,
    filters: 'Filtrar',
    apply: 'Aplicar',
    clear: 'Borrar la búsqueda',
    remove: filter => `Quitar el filtro ${filter}`,
    selectPage: 'Todo en esta página',
    select: name => `Seleccionar ${name}`,
  },
}
