/** The texts of orders. */

import type { Order } from '../../client/index.ts'
import type { Texts } from '../session/language.ts'

export interface OrderTexts {
  title: string
  order: (number: string) => string
  back: string
  search: string
  ship: string
  shipped: string
  columns: Record<
    | 'number'
    | 'date'
    | 'customer'
    | 'email'
    | 'country'
    | 'items'
    | 'total'
    | 'payment'
    | 'status'
    | 'tracking'
    | 'flags',
    string
  >
  views: Record<'label' | 'all' | 'toShip' | 'toCapture' | 'withdrawals' | 'disputed', string>
  filters: Record<'status' | 'from' | 'to' | 'country' | 'product' | 'recurring', string>
  yesNo: Record<'yes' | 'no', string>
  statuses: Record<Order['status'], string>
  payments: Record<NonNullable<Order['paymentStatus']>, string>
  /** The methods that most checkouts have; others are shown as the checkout names them. */
  methods: Partial<Record<string, string>>
  flags: Record<'withdrawal' | 'partlyRefunded' | 'recurring', string>
}

export const texts: Texts<OrderTexts> = {
  en: {
    title: 'Orders',
    order: number => `Order ${number}`,
    back: 'All orders',
    search: 'Invoice number, e-mail, name or token',
    ship: 'Mark as shipped',
    shipped: 'The order is marked as shipped.',
    columns: {
      number: 'Number',
      date: 'Date',
      customer: 'Customer',
      email: 'E-mail',
      country: 'Country',
      items: 'Items',
      total: 'Total',
      payment: 'Payment',
      status: 'Status',
      tracking: 'Tracking',
      flags: 'Notes',
    },
    views: {
      label: 'Views',
      all: 'All',
      toShip: 'To ship',
      toCapture: 'To capture',
      withdrawals: 'Withdrawals',
      disputed: 'Disputed',
    },
    filters: {
      status: 'Status',
      from: 'From',
      to: 'To',
      country: 'Country code',
      product: 'Product id',
      recurring: 'Payment of a subscription',
    },
    yesNo: { yes: 'Yes', no: 'No' },
    statuses: {
      InProgress: 'In progress',
      Pending: 'Pending',
      Processed: 'To ship',
      Shipped: 'Shipped',
      Delivered: 'Delivered',
      Disputed: 'Disputed',
      Cancelled: 'Cancelled',
    },
    payments: {
      Paid: 'Paid',
      Deferred: 'Deferred',
      PaidDeferred: 'Paid, deferred',
      ChargedBack: 'Charged back',
      Refunded: 'Refunded',
      Paidout: 'Paid out',
      Failed: 'Failed',
      Pending: 'Pending',
      Expired: 'Expired',
      Cancelled: 'Cancelled',
      Open: 'Open',
      Authorized: 'Authorized',
    },
    methods: { CreditCard: 'Credit card', BankTransfer: 'Bank transfer', Invoice: 'Invoice', None: 'None' },
    flags: { withdrawal: 'Withdrawal', partlyRefunded: 'Partly refunded', recurring: 'Subscription' },
  },
  fr: {
    title: 'Commandes',
    order: number => `Commande ${number}`,
    back: 'Toutes les commandes',
    search: 'N° de facture, e-mail, nom ou jeton',
    ship: 'Marquer comme expédiée',
    shipped: 'La commande est marquée comme expédiée.',
    columns: {
      number: 'Numéro',
      date: 'Date',
      customer: 'Client',
      email: 'E-mail',
      country: 'Pays',
      items: 'Articles',
      total: 'Total',
      payment: 'Paiement',
      status: 'Statut',
      tracking: 'Suivi',
      flags: 'Notes',
    },
    views: {
      label: 'Vues',
      all: 'Toutes',
      toShip: 'À expédier',
      toCapture: 'À encaisser',
      withdrawals: 'Rétractations',
      disputed: 'Contestées',
    },
    filters: {
      status: 'Statut',
      from: 'Du',
      to: 'Au',
      country: 'Code du pays',
      product: 'Id du produit',
      recurring: 'Paiement d’un abonnement',
    },
    yesNo: { yes: 'Oui', no: 'Non' },
    statuses: {
      InProgress: 'En cours',
      Pending: 'En attente',
      Processed: 'À expédier',
      Shipped: 'Expédiée',
      Delivered: 'Livrée',
      Disputed: 'Contestée',
      Cancelled: 'Annulée',
    },
    payments: {
      Paid: 'Payée',
      Deferred: 'Différé',
      PaidDeferred: 'Payée, différé',
      ChargedBack: 'Rétrofacturée',
      Refunded: 'Remboursée',
      Paidout: 'Versée',
      Failed: 'Échoué',
      Pending: 'En attente',
      Expired: 'Expiré',
      Cancelled: 'Annulé',
      Open: 'Ouvert',
      Authorized: 'Autorisé',
    },
    methods: { CreditCard: 'Carte bancaire', BankTransfer: 'Virement', Invoice: 'Facture', None: 'Aucun' },
    flags: { withdrawal: 'Rétractation', partlyRefunded: 'Remboursée en partie', recurring: 'Abonnement' },
  },
  de: {
    title: 'Bestellungen',
    order: number => `Bestellung ${number}`,
    back: 'Alle Bestellungen',
    search: 'Rechnungsnummer, E-Mail, Name oder Token',
    ship: 'Als versandt markieren',
    shipped: 'Die Bestellung ist als versandt markiert.',
    columns: {
      number: 'Nummer',
      date: 'Datum',
      customer: 'Kunde',
      email: 'E-Mail',
      country: 'Land',
      items: 'Artikel',
      total: 'Summe',
      payment: 'Zahlung',
      status: 'Status',
      tracking: 'Sendung',
      flags: 'Hinweise',
    },
    views: {
      label: 'Ansichten',
      all: 'Alle',
      toShip: 'Zu versenden',
      toCapture: 'Einzuziehen',
      withdrawals: 'Widerrufe',
      disputed: 'Angefochten',
    },
    filters: {
      status: 'Status',
      from: 'Von',
      to: 'Bis',
      country: 'Ländercode',
      product: 'Produkt-Id',
      recurring: 'Zahlung eines Abos',
    },
    yesNo: { yes: 'Ja', no: 'Nein' },
    statuses: {
      InProgress: 'In Arbeit',
      Pending: 'Ausstehend',
      Processed: 'Zu versenden',
      Shipped: 'Versandt',
      Delivered: 'Zugestellt',
      Disputed: 'Angefochten',
      Cancelled: 'Storniert',
    },
    payments: {
      Paid: 'Bezahlt',
      Deferred: 'Aufgeschoben',
      PaidDeferred: 'Bezahlt, aufgeschoben',
      ChargedBack: 'Rückbelastet',
      Refunded: 'Erstattet',
      Paidout: 'Ausgezahlt',
      Failed: 'Fehlgeschlagen',
      Pending: 'Ausstehend',
      Expired: 'Abgelaufen',
      Cancelled: 'Storniert',
      Open: 'Offen',
      Authorized: 'Autorisiert',
    },
    methods: { CreditCard: 'Kreditkarte', BankTransfer: 'Überweisung', Invoice: 'Rechnung', None: 'Keine' },
    flags: { withdrawal: 'Widerruf', partlyRefunded: 'Teilweise erstattet', recurring: 'Abo' },
  },
  es: {
    title: 'Pedidos',
    order: number => `Pedido ${number}`,
    back: 'Todos los pedidos',
    search: 'Número de factura, correo, nombre o token',
    ship: 'Marcar como enviado',
    shipped: 'El pedido está marcado como enviado.',
    columns: {
      number: 'Número',
      date: 'Fecha',
      customer: 'Cliente',
      email: 'Correo',
      country: 'País',
      items: 'Artículos',
      total: 'Total',
      payment: 'Pago',
      status: 'Estado',
      tracking: 'Seguimiento',
      flags: 'Notas',
    },
    views: {
      label: 'Vistas',
      all: 'Todos',
      toShip: 'Por enviar',
      toCapture: 'Por cobrar',
      withdrawals: 'Desistimientos',
      disputed: 'Disputados',
    },
    filters: {
      status: 'Estado',
      from: 'Desde',
      to: 'Hasta',
      country: 'Código de país',
      product: 'Id del producto',
      recurring: 'Pago de una suscripción',
    },
    yesNo: { yes: 'Sí', no: 'No' },
    statuses: {
      InProgress: 'En curso',
      Pending: 'Pendiente',
      Processed: 'Por enviar',
      Shipped: 'Enviado',
      Delivered: 'Entregado',
      Disputed: 'Disputado',
      Cancelled: 'Cancelado',
    },
    payments: {
      Paid: 'Pagado',
      Deferred: 'Aplazado',
      PaidDeferred: 'Pagado, aplazado',
      ChargedBack: 'Contracargo',
      Refunded: 'Reembolsado',
      Paidout: 'Abonado',
      Failed: 'Fallido',
      Pending: 'Pendiente',
      Expired: 'Caducado',
      Cancelled: 'Cancelado',
      Open: 'Abierto',
      Authorized: 'Autorizado',
    },
    methods: { CreditCard: 'Tarjeta', BankTransfer: 'Transferencia', Invoice: 'Factura', None: 'Ninguna' },
    flags: { withdrawal: 'Desistimiento', partlyRefunded: 'Reembolsado en parte', recurring: 'Suscripción' },
  },
}
