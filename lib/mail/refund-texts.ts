/** The sentences of the mail about a refund, in each language. */

import type { Language } from '../core/tenant.ts'

/** The values in the subject of a mail. The invoice number is empty if the order has no invoice number. */
interface Refund {
  storeName: string
  amount: string
  invoiceNumber: string
}

const en = {
  subject: ({ storeName, amount, invoiceNumber }: Refund) =>
    `${storeName}: refund of ${amount} for ${invoiceNumber ? `order ${invoiceNumber}` : 'your order'}`,
  colon: ':',
  greeting: 'Hello,',
  refunded: (amount: string) => `We have refunded ${amount} for your order.`,
  invoiceNumber: 'Invoice number',
  amount: 'Amount refunded',
  date: 'Date',
  creditNoteNumber: 'Credit note',
  comment: 'Comment',
  arrival: 'Depending on how you paid, it can take a few business days for the money to reach you.',
  questions: 'If you have any questions, please contact us.',
  regards: 'Kind regards,',
}

export const refundTexts: Record<Language, typeof en> = {
  en,
  fr: {
    subject: ({ storeName, amount, invoiceNumber }) =>
      `${storeName}\u00a0: remboursement de ${amount} pour ${invoiceNumber ? `la commande ${invoiceNumber}` : 'votre commande'}`,
    colon: '\u00a0:',
    greeting: 'Bonjour,',
    refunded: amount => `Nous vous avons remboursé ${amount} pour votre commande.`,
    invoiceNumber: 'Numéro de facture',
    amount: 'Montant remboursé',
    date: 'Date',
    creditNoteNumber: 'Avoir',
    comment: 'Commentaire',
    arrival: 'Selon votre moyen de paiement, le versement peut prendre quelques jours ouvrés.',
    questions: 'Pour toute question, n’hésitez pas à nous contacter.',
    regards: 'Cordialement,',
  },
  de: {
    subject: ({ storeName, amount, invoiceNumber }) =>
      `${storeName}: Rückerstattung von ${amount} für ${invoiceNumber ? `die Bestellung ${invoiceNumber}` : 'Ihre Bestellung'}`,
    colon: ':',
    greeting: 'Guten Tag,',
    refunded: amount => `wir haben Ihnen ${amount} für Ihre Bestellung zurückerstattet.`,
    invoiceNumber: 'Rechnungsnummer',
    amount: 'Erstatteter Betrag',
    date: 'Datum',
    creditNoteNumber: 'Gutschrift',
    comment: 'Anmerkung',
    arrival: 'Je nach Zahlungsart kann es einige Werktage dauern, bis das Geld bei Ihnen ankommt.',
    questions: 'Bei Fragen wenden Sie sich bitte an uns.',
    regards: 'Freundliche Grüße',
  },
  es: {
    subject: ({ storeName, amount, invoiceNumber }) =>
      `${storeName}: reembolso de ${amount} ${invoiceNumber ? `del pedido ${invoiceNumber}` : 'de su pedido'}`,
    colon: ':',
    greeting: 'Hola:',
    refunded: amount => `Le hemos reembolsado ${amount} de su pedido.`,
    invoiceNumber: 'Número de factura',
    amount: 'Importe reembolsado',
    date: 'Fecha',
    creditNoteNumber: 'Nota de crédito',
    comment: 'Comentario',
    arrival: 'Según la forma de pago, el dinero puede tardar unos días laborables en llegarle.',
    questions: 'Si tiene alguna pregunta, póngase en contacto con nosotros.',
    regards: 'Atentamente,',
  },
}
