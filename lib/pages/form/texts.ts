/** The texts of all input forms. */

import type { Texts } from '../session/language.ts'

const en = { required: 'Fill in this field', save: 'Save', discard: 'Discard changes' }

export const texts: Texts<typeof en> = {
  en,
  fr: { required: 'Remplissez ce champ', save: 'Enregistrer', discard: 'Abandonner les modifications' },
  de: { required: 'Füllen Sie dieses Feld aus', save: 'Speichern', discard: 'Änderungen verwerfen' },
  es: { required: 'Rellene este campo', save: 'Guardar', discard: 'Descartar los cambios' },
}
