/** The texts of all input forms. */

import type { Texts } from '../session/language.ts'

const en = {
  required: 'Fill in this field',
  unclear: (example: string, decimals: number) =>
    decimals === 0
      ? `Enter a whole number (such as ${example})`
      : `Enter a number with at most ${decimals} decimals (such as ${example})`,
  noDay: 'This is not a day',
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
    save: 'Guardar',
    discard: 'Descartar los cambios',
  },
}
