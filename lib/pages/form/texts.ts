/** The texts of all input forms. */

import type { Texts } from '../session/language.ts'

const en = {
  required: 'Fill in this field',
  unclear: (example: string, decimals: number) =>
    decimals === 0
      ? `Enter a whole number (such as ${example})`
      : `Enter a number with at most ${decimals} decimals (such as ${example})`,
  noDay: 'This is not a day',
  calendar: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
  clear: 'Clear',
  hours: 'Hours',
  minutes: 'Minutes',
  done: 'Done',
  save: 'Save',
  discard: 'Discard changes',
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    required: 'Remplissez ce champ',
    unclear: (example, decimals) =>
      decimals === 0
        ? `Saisissez un nombre entier (par exemple ${example})`
        : `Saisissez un nombre avec ${decimals} décimales au plus (par exemple ${example})`,
    noDay: 'Ce n’est pas un jour',
    calendar: {
      previousMonth: 'Mois précédent',
      nextMonth: 'Mois suivant',
      previousYear: 'Année précédente',
      nextYear: 'Année suivante',
      previousDecade: 'Décennie précédente',
      nextDecade: 'Décennie suivante',
    },
    clear: 'Effacer',
    hours: 'Heures',
    minutes: 'Minutes',
    done: 'Terminé',
    save: 'Enregistrer',
    discard: 'Abandonner les modifications',
  },
  de: {
    required: 'Füllen Sie dieses Feld aus',
    unclear: (example, decimals) =>
      decimals === 0
        ? `Geben Sie eine ganze Zahl ein (zum Beispiel ${example})`
        : `Geben Sie eine Zahl mit höchstens ${decimals} Nachkommastellen ein (zum Beispiel ${example})`,
    noDay: 'Das ist kein Tag',
    calendar: {
      previousMonth: 'Voriger Monat',
      nextMonth: 'Nächster Monat',
      previousYear: 'Voriges Jahr',
      nextYear: 'Nächstes Jahr',
      previousDecade: 'Voriges Jahrzehnt',
      nextDecade: 'Nächstes Jahrzehnt',
    },
    clear: 'Leeren',
    hours: 'Stunden',
    minutes: 'Minuten',
    done: 'Fertig',
    save: 'Speichern',
    discard: 'Änderungen verwerfen',
  },
  es: {
    required: 'Rellene este campo',
    unclear: (example, decimals) =>
      decimals === 0
        ? `Escriba un número entero (por ejemplo, ${example})`
        : `Escriba un número con un máximo de ${decimals} decimales (por ejemplo, ${example})`,
    noDay: 'Esto no es un día',
    calendar: {
      previousMonth: 'Mes anterior',
      nextMonth: 'Mes siguiente',
      previousYear: 'Año anterior',
      nextYear: 'Año siguiente',
      previousDecade: 'Década anterior',
      nextDecade: 'Década siguiente',
    },
    clear: 'Vaciar',
    hours: 'Horas',
    minutes: 'Minutos',
    done: 'Listo',
    save: 'Guardar',
    discard: 'Descartar los cambios',
  },
}
