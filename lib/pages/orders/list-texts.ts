/** The texts of what can be done with several orders of the list. */

import type { Texts } from '../session/language.ts'

const en = {
  selected: 'Selected orders',
  count: (count: string) => `${count} selected`,
  most: 'No more can be selected at once.',
  clear: 'Clear',
  ship: 'Mark as shipped',
  shipMany: 'Ship from a CSV file',
  packingSlips: 'Packing slips',
  invoices: 'Invoices',
  toCaptureHint:
    'All pending orders are shown, because orders cannot be filtered by payment status. Those to capture have the payment “Authorized”.',
  filterHint: 'Orders cannot be filtered by payment status or refunds. The list shows both.',
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    selected: 'Commandes choisies',
    count: count => `${count} choisies`,
    most: 'On ne peut pas en choisir plus à la fois.',
    clear: 'Effacer',
    ship: 'Marquer comme expédiées',
    shipMany: 'Expédier depuis un CSV',
    packingSlips: 'Bons de livraison',
    invoices: 'Factures',
    toCaptureHint:
      'Toutes les commandes en attente sont affichées, car on ne peut pas filtrer par paiement. Celles à encaisser ont le paiement « Autorisé ».',
    filterHint:
      'On ne peut pas filtrer les commandes par paiement ni par remboursement. La liste montre l’un et l’autre.',
  },
  de: {
    selected: 'Ausgewählte Bestellungen',
    count: count => `${count} ausgewählt`,
    most: 'Mehr lassen sich nicht auf einmal auswählen.',
    clear: 'Aufheben',
    ship: 'Als versandt markieren',
    shipMany: 'Versenden per CSV-Datei',
    packingSlips: 'Lieferscheine',
    invoices: 'Rechnungen',
    toCaptureHint:
      'Hier stehen alle ausstehenden Bestellungen, denn nach der Zahlung lässt sich nicht filtern. Einzuziehen sind die mit der Zahlung „Autorisiert“.',
    filterHint: 'Nach Zahlungsstatus oder Erstattung lässt sich nicht filtern. Die Liste zeigt beides.',
  },
  es: {
    selected: 'Pedidos seleccionados',
    count: count => `${count} seleccionados`,
    most: 'No se pueden seleccionar más a la vez.',
    clear: 'Quitar',
    ship: 'Marcar como enviados',
    shipMany: 'Enviar desde un CSV',
    packingSlips: 'Albaranes',
    invoices: 'Facturas',
    toCaptureHint:
      'Se muestran todos los pedidos pendientes, porque no se puede filtrar por pago. Los que están por cobrar tienen el pago «Autorizado».',
    filterHint: 'Los pedidos no se pueden filtrar por pago ni por reembolso. La lista muestra ambos.',
  },
}
