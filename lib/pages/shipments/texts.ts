/** The texts of the screen that ships several orders. */

import type { Texts } from '../session/language.ts'
import type { Fault } from './faults.ts'

interface Dictionary {
  title: string
  back: string
  csv: string
  csvLabel: string
  csvHint: string
  csvExample: string
  chooseFile: string
  check: string
  checking: (done: string, all: string) => string
  csvEmpty: string
  csvTooLong: (most: string, count: string) => string
  csvTooLarge: string
  empty: string
  emptyHint: string
  lines: string
  order: string
  customer: string
  trackingNumber: string
  trackingUrl: string
  result: string
  trackingNumberOf: (order: string) => string
  trackingUrlOf: (order: string) => string
  remove: (order: string) => string
  ready: string
  sending: string
  done: string
  faulty: string
  failed: string
  undo: string
  undoOf: (order: string) => string
  faults: Record<Fault, string>
  notToShip: (status: string) => string
  hasTracking: (tracking: string) => string
  summary: (ready: string, withoutTracking: string) => string
  leftOut: (count: string) => string
  send: (count: string) => string
  retry: (count: string) => string
  progress: (done: string, all: string) => string
  failures: (count: string) => string
  stop: string
  leave: string
  leaveHint: string
  leaveUnsent: (count: string) => string
  leaveUnsentHint: string
  stay: string
  leaveNow: string
}

export const texts: Texts<Dictionary> = {
  en: {
    title: 'Ship several orders',
    back: 'Orders',
    csv: 'Tracking numbers from a CSV',
    csvLabel: 'Lines',
    csvHint:
      'One order per line: invoice number or token, tracking number and, if you like, the URL of the tracking page. Commas, semicolons and tabs work, with or without a line of names.',
    csvExample: 'INV-1042,00340434161101234567,https://carrier.example/00340434161101234567',
    chooseFile: 'Choose a file',
    check: 'Check',
    checking: (done, all) => `${done} of ${all} checked`,
    csvEmpty: 'There are no lines to check.',
    csvTooLong: (most, count) => `At most ${most} lines can be checked at once; these are ${count}.`,
    csvTooLarge: 'The file is larger than 1 MB.',
    empty: 'No orders yet',
    emptyHint: 'Paste tracking numbers above, or select orders in the list.',
    lines: 'Orders to ship',
    order: 'Order',
    customer: 'Customer',
    trackingNumber: 'Tracking number',
    trackingUrl: 'URL of the tracking page',
    result: 'Result',
    trackingNumberOf: order => `Tracking number of ${order}`,
    trackingUrlOf: order => `URL of the tracking page of ${order}`,
    remove: order => `Leave out ${order}`,
    ready: 'Ready',
    sending: 'Sending',
    done: 'Shipped',
    faulty: 'To correct',
    failed: 'Not shipped',
    undo: 'Undo',
    undoOf: order => `Undo ${order}`,
    faults: {
      unknown: 'No order has this number or token.',
      ambiguous: 'Several orders have this number. Use the token.',
      duplicate: 'The order is in an earlier line.',
      notToShip: 'The order is not to ship.',
      numberTooLong: 'At most 2,000 characters.',
      urlTooLong: 'At most 2,000 characters.',
      notUrl: 'Begins with https:// or http://.',
    },
    notToShip: status => `The order is not to ship. Its status is “${status}”.`,
    hasTracking: tracking => `The order has another tracking number: ${tracking}.`,
    summary: (ready, without) => `Ready: ${ready}, of which without a tracking number: ${without}.`,
    leftOut: count => `Lines that are not sent: ${count}. Correct or remove them.`,
    send: count => `Mark as shipped (${count})`,
    retry: count => `Try again (${count})`,
    progress: (done, all) => `${done} of ${all} shipped`,
    failures: count => `Not shipped: ${count}. You can try again: nothing is sent twice.`,
    stop: 'Stop',
    leave: 'Orders are still being sent',
    leaveHint: 'What was sent stays sent. You would not see the results of the others.',
    leaveUnsent: count => `Not sent: ${count}`,
    leaveUnsentHint: 'The tracking numbers of these lines are lost if you leave.',
    stay: 'Stay',
    leaveNow: 'Leave',
  },
  fr: {
    title: 'Expédier plusieurs commandes',
    back: 'Commandes',
    csv: 'Numéros de suivi d’un CSV',
    csvLabel: 'Lignes',
    csvHint:
      'Une commande par ligne : numéro de facture ou jeton, numéro de suivi et, si vous voulez, l’URL de la page de suivi. Virgules, points-virgules et tabulations conviennent, avec ou sans ligne de titres.',
    csvExample: 'INV-1042;00340434161101234567;https://transporteur.example/00340434161101234567',
    chooseFile: 'Choisir un fichier',
    check: 'Vérifier',
    checking: (done, all) => `${done} vérifiées sur ${all}`,
    csvEmpty: 'Il n’y a aucune ligne à vérifier.',
    csvTooLong: (most, count) => `On peut vérifier ${most} lignes à la fois ; il y en a ${count}.`,
    csvTooLarge: 'Le fichier dépasse 1 Mo.',
    empty: 'Pas encore de commandes',
    emptyHint: 'Collez des numéros de suivi ci-dessus, ou choisissez des commandes dans la liste.',
    lines: 'Commandes à expédier',
    order: 'Commande',
    customer: 'Client',
    trackingNumber: 'Numéro de suivi',
    trackingUrl: 'URL de la page de suivi',
    result: 'Résultat',
    trackingNumberOf: order => `Numéro de suivi de ${order}`,
    trackingUrlOf: order => `URL de la page de suivi de ${order}`,
    remove: order => `Retirer ${order}`,
    ready: 'Prête',
    sending: 'Envoi',
    done: 'Expédiée',
    faulty: 'À corriger',
    failed: 'Non expédiée',
    undo: 'Annuler',
    undoOf: order => `Annuler ${order}`,
    faults: {
      unknown: 'Aucune commande n’a ce numéro ou ce jeton.',
      ambiguous: 'Plusieurs commandes ont ce numéro. Utilisez le jeton.',
      duplicate: 'La commande est dans une ligne précédente.',
      notToShip: 'La commande n’est pas à expédier.',
      numberTooLong: '2 000 caractères au plus.',
      urlTooLong: '2 000 caractères au plus.',
      notUrl: 'Commence par https:// ou http://.',
    },
    notToShip: status => `La commande n’est pas à expédier. Son statut est « ${status} ».`,
    hasTracking: tracking => `La commande a un autre numéro de suivi : ${tracking}.`,
    summary: (ready, without) => `Prêtes : ${ready}, dont sans numéro de suivi : ${without}.`,
    leftOut: count => `Lignes non envoyées : ${count}. Corrigez-les ou retirez-les.`,
    send: count => `Marquer comme expédiées (${count})`,
    retry: count => `Réessayer (${count})`,
    progress: (done, all) => `${done} expédiées sur ${all}`,
    failures: count => `Non expédiées : ${count}. Vous pouvez réessayer : rien n’est envoyé deux fois.`,
    stop: 'Arrêter',
    leave: 'Des commandes sont encore en cours d’envoi',
    leaveHint: 'Ce qui est envoyé le reste. Vous ne verriez pas le résultat des autres.',
    leaveUnsent: count => `Non envoyées : ${count}`,
    leaveUnsentHint: 'Les numéros de suivi de ces lignes sont perdus si vous partez.',
    stay: 'Rester',
    leaveNow: 'Quitter',
  },
  de: {
    title: 'Mehrere Bestellungen versenden',
    back: 'Bestellungen',
    csv: 'Sendungsnummern aus einer CSV-Datei',
    csvLabel: 'Zeilen',
    csvHint:
      'Eine Bestellung je Zeile: Rechnungsnummer oder Token, Sendungsnummer und, wenn Sie möchten, die URL der Sendungsverfolgung. Kommas, Semikolons und Tabulatoren gehen, mit oder ohne Titelzeile.',
    csvExample: 'INV-1042;00340434161101234567;https://paketdienst.example/00340434161101234567',
    chooseFile: 'Datei wählen',
    check: 'Prüfen',
    checking: (done, all) => `${done} von ${all} geprüft`,
    csvEmpty: 'Es gibt keine Zeilen zu prüfen.',
    csvTooLong: (most, count) => `Auf einmal lassen sich ${most} Zeilen prüfen; dies sind ${count}.`,
    csvTooLarge: 'Die Datei ist größer als 1 MB.',
    empty: 'Noch keine Bestellungen',
    emptyHint: 'Fügen Sie oben Sendungsnummern ein, oder wählen Sie Bestellungen in der Liste aus.',
    lines: 'Zu versendende Bestellungen',
    order: 'Bestellung',
    customer: 'Kunde',
    trackingNumber: 'Sendungsnummer',
    trackingUrl: 'URL der Sendungsverfolgung',
    result: 'Ergebnis',
    trackingNumberOf: order => `Sendungsnummer von ${order}`,
    trackingUrlOf: order => `URL der Sendungsverfolgung von ${order}`,
    remove: order => `${order} weglassen`,
    ready: 'Bereit',
    sending: 'Wird gesendet',
    done: 'Versandt',
    faulty: 'Zu berichtigen',
    failed: 'Nicht versandt',
    undo: 'Rückgängig',
    undoOf: order => `${order} rückgängig machen`,
    faults: {
      unknown: 'Keine Bestellung hat diese Nummer oder diesen Token.',
      ambiguous: 'Mehrere Bestellungen haben diese Nummer. Nehmen Sie den Token.',
      duplicate: 'Die Bestellung steht schon in einer früheren Zeile.',
      notToShip: 'Die Bestellung ist nicht zu versenden.',
      numberTooLong: 'Höchstens 2.000 Zeichen.',
      urlTooLong: 'Höchstens 2.000 Zeichen.',
      notUrl: 'Beginnt mit https:// oder http://.',
    },
    notToShip: status => `Die Bestellung ist nicht zu versenden. Ihr Status ist „${status}“.`,
    hasTracking: tracking => `Die Bestellung hat eine andere Sendungsnummer: ${tracking}.`,
    summary: (ready, without) => `Bereit: ${ready}, davon ohne Sendungsnummer: ${without}.`,
    leftOut: count => `Zeilen, die nicht gesendet werden: ${count}. Berichtigen oder entfernen Sie diese.`,
    send: count => `Als versandt markieren (${count})`,
    retry: count => `Erneut versuchen (${count})`,
    progress: (done, all) => `${done} von ${all} versandt`,
    failures: count => `Nicht versandt: ${count}. Versuchen Sie es erneut: Nichts wird doppelt gesendet.`,
    stop: 'Anhalten',
    leave: 'Es werden noch Bestellungen gesendet',
    leaveHint: 'Was gesendet ist, bleibt gesendet. Die Ergebnisse der anderen sehen Sie dann nicht.',
    leaveUnsent: count => `Nicht gesendet: ${count}`,
    leaveUnsentHint: 'Die Sendungsnummern dieser Zeilen gehen verloren, wenn Sie gehen.',
    stay: 'Bleiben',
    leaveNow: 'Verlassen',
  },
  es: {
    title: 'Enviar varios pedidos',
    back: 'Pedidos',
    csv: 'Números de seguimiento de un CSV',
    csvLabel: 'Líneas',
    csvHint:
      'Un pedido por línea: número de factura o token, número de seguimiento y, si quiere, la URL de la página de seguimiento. Sirven comas, puntos y comas y tabuladores, con o sin línea de títulos.',
    csvExample: 'INV-1042;00340434161101234567;https://transportista.example/00340434161101234567',
    chooseFile: 'Elegir un archivo',
    check: 'Comprobar',
    checking: (done, all) => `${done} de ${all} comprobados`,
    csvEmpty: 'No hay líneas que comprobar.',
    csvTooLong: (most, count) => `Se pueden comprobar ${most} líneas a la vez; hay ${count}.`,
    csvTooLarge: 'El archivo supera 1 MB.',
    empty: 'Aún no hay pedidos',
    emptyHint: 'Pegue arriba números de seguimiento, o seleccione pedidos en la lista.',
    lines: 'Pedidos por enviar',
    order: 'Pedido',
    customer: 'Cliente',
    trackingNumber: 'Número de seguimiento',
    trackingUrl: 'URL de la página de seguimiento',
    result: 'Resultado',
    trackingNumberOf: order => `Número de seguimiento de ${order}`,
    trackingUrlOf: order => `URL de la página de seguimiento de ${order}`,
    remove: order => `Quitar ${order}`,
    ready: 'Listo',
    sending: 'Enviando',
    done: 'Enviado',
    faulty: 'Por corregir',
    failed: 'No enviado',
    undo: 'Deshacer',
    undoOf: order => `Deshacer ${order}`,
    faults: {
      unknown: 'Ningún pedido tiene este número o token.',
      ambiguous: 'Varios pedidos tienen este número. Use el token.',
      duplicate: 'El pedido está en una línea anterior.',
      notToShip: 'El pedido no está por enviar.',
      numberTooLong: 'Como máximo 2000 caracteres.',
      urlTooLong: 'Como máximo 2000 caracteres.',
      notUrl: 'Empieza por https:// o http://.',
    },
    notToShip: status => `El pedido no está por enviar. Su estado es «${status}».`,
    hasTracking: tracking => `El pedido tiene otro número de seguimiento: ${tracking}.`,
    summary: (ready, without) => `Listos: ${ready}, de ellos sin número de seguimiento: ${without}.`,
    leftOut: count => `Líneas que no se envían: ${count}. Corríjalas o quítelas.`,
    send: count => `Marcar como enviados (${count})`,
    retry: count => `Reintentar (${count})`,
    progress: (done, all) => `${done} de ${all} enviados`,
    failures: count => `No enviados: ${count}. Puede reintentarlo: nada se envía dos veces.`,
    stop: 'Detener',
    leave: 'Todavía se están enviando pedidos',
    leaveHint: 'Lo enviado queda enviado. No vería el resultado de los demás.',
    leaveUnsent: count => `Sin enviar: ${count}`,
    leaveUnsentHint: 'Los números de seguimiento de estas líneas se pierden si sale.',
    stay: 'Quedarse',
    leaveNow: 'Salir',
  },
}
