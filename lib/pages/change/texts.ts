/** The texts of notices and dialogs about changes. */

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
  progress: {
    sending: 'The change is being sent',
    underWay: 'The change is under way',
    waiting: 'The change waits for the API',
    unreachable: 'The change has no answer yet',
  },
  progressHint: {
    sending: 'Nothing is done twice.',
    underWay: 'The payment gateway has not answered yet. This page shows the result; you can leave it.',
    waiting: 'It is sent again by itself. Nothing is done twice.',
    unreachable: 'The connection was lost. It is sent again by itself, and nothing is done twice.',
  },
  conflict: 'Someone else was faster',
  notSaved: 'Your change is not saved, because this has changed since you opened it:',
  otherDetails: 'Other details',
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
    progress: {
      sending: 'La modification est envoyée',
      underWay: 'La modification est en cours',
      waiting: 'La modification attend l’API',
      unreachable: 'La modification n’a pas encore de réponse',
    },
    progressHint: {
      sending: 'Rien n’est fait deux fois.',
      underWay: 'Le prestataire n’a pas encore répondu. Cette page montre le résultat ; vous pouvez la quitter.',
      waiting: 'Elle est renvoyée toute seule. Rien n’est fait deux fois.',
      unreachable: 'La connexion a été coupée. Elle est renvoyée toute seule, et rien n’est fait deux fois.',
    },
    conflict: 'Quelqu’un a été plus rapide',
    notSaved: 'Votre modification n’est pas enregistrée, car ceci a changé depuis que vous l’avez ouvert :',
    otherDetails: 'D’autres détails',
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
    progress: {
      sending: 'Die Änderung wird gesendet',
      underWay: 'Die Änderung läuft',
      waiting: 'Die Änderung wartet auf die API',
      unreachable: 'Die Änderung hat noch keine Antwort',
    },
    progressHint: {
      sending: 'Nichts geschieht doppelt.',
      underWay:
        'Der Zahlungsdienst hat noch nicht geantwortet. Diese Seite zeigt das Ergebnis; Sie können sie verlassen.',
      waiting: 'Sie wird von selbst erneut gesendet. Nichts geschieht doppelt.',
      unreachable: 'Die Verbindung ist abgebrochen. Sie wird von selbst erneut gesendet, und nichts geschieht doppelt.',
    },
    conflict: 'Jemand anders war schneller',
    notSaved: 'Ihre Änderung ist nicht gespeichert, denn seit Sie dies geöffnet haben, hat sich geändert:',
    otherDetails: 'Andere Angaben',
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
    progress: {
      sending: 'Se envía el cambio',
      underWay: 'El cambio está en curso',
      waiting: 'El cambio espera a la API',
      unreachable: 'El cambio aún no tiene respuesta',
    },
    progressHint: {
      sending: 'Nada se hace dos veces.',
      underWay: 'La pasarela aún no ha respondido. Esta página muestra el resultado; puede dejarla.',
      waiting: 'Se envía de nuevo solo. Nada se hace dos veces.',
      unreachable: 'Se perdió la conexión. Se envía de nuevo solo, y nada se hace dos veces.',
    },
    conflict: 'Otra persona fue más rápida',
    notSaved: 'Su cambio no se ha guardado, porque esto ha cambiado desde que lo abrió:',
    otherDetails: 'Otros datos',
    load: 'Cargar la versión nueva',
  },
}
