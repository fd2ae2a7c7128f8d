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
  },
}
