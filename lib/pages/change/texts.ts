/** The texts about changes. */

import type { Texts } from '../session/language.ts'

const en = {
  undo: 'Undo',
  undone: 'The change is undone.',
  cancel: 'Cancel',
  close: 'Close',
  refused: 'Not saved',
  unanswered: 'No answer yet',
  unreachable: 'The connection was lost. Try again: nothing is done twice.',
  request: (id: string) => `Request ${id}`,
  conflict: 'Someone else was faster',
  notSaved: 'Your change is not saved, because this has changed since you opened it:',
  load: 'Load the new version',
}
export type ChangeTexts = typeof en

export const texts: Texts<ChangeTexts> = {
  en,
  fr: {
    undo: 'Annuler',
    undone: 'La modification est annulée.',
    cancel: 'Annuler',
    close: 'Fermer',
    refused: 'Non enregistré',
    unanswered: 'Pas encore de réponse',
    unreachable: 'La connexion a été coupée. Réessayez : rien n’est fait deux fois.',
    request: id => `Requête ${id}`,
    conflict: 'Quelqu’un a été plus rapide',
    notSaved: 'Votre modification n’est pas enregistrée, car ceci a changé depuis que vous l’avez ouvert :',
    load: 'Charger la nouvelle version',
  },
  de: {
    undo: 'Rückgängig',
    undone: 'Die Änderung ist zurückgenommen.',
    cancel: 'Abbrechen',
    close: 'Schließen',
    refused: 'Nicht gespeichert',
    unanswered: 'Noch keine Antwort',
    unreachable: 'Die Verbindung ist abgebrochen. Versuchen Sie es erneut: Nichts geschieht doppelt.',
    request: id => `Anfrage ${id}`,
    conflict: 'Jemand anders war schneller',
    notSaved: 'Ihre Änderung ist nicht gespeichert, denn seit Sie dies geöffnet haben, hat sich geändert:',
    load: 'Neue Fassung laden',
  },
  es: {
    undo: 'Deshacer',
    undone: 'El cambio se ha deshecho.',
    cancel: 'Cancelar',
    close: 'Cerrar',
    refused: 'No guardado',
    unanswered: 'Aún sin respuesta',
    unreachable: 'Se perdió la conexión. Inténtelo de nuevo: nada se hace dos veces.',
    request: id => `Solicitud ${id}`,
    conflict: 'Otra persona fue más rápida',
    notSaved: 'Su cambio no se ha guardado, porque esto ha cambiado desde que lo abrió:',
    load: 'Cargar la versión nueva',
  },
}
