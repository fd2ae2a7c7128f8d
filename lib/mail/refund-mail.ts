/** Writes the mail that informs a buyer about a refund. */

import { decimalsOf, fromMinorUnits, type MinorUnits } from '../core/money.ts'
import type { Language } from '../core/tenant.ts'
import { defaultTimeZone } from '../core/time-zone.ts'
import { formatAddress, formatSender } from './addresses.ts'
import { cleanLines, contentToText, type Mail, type MailContent, toOneLine } from './content.ts'
import { contentToHtml } from './html.ts'
import { refundTexts } from './refund-texts.ts'

/** The stored data of a mail, with the texts of callers unchanged. */
export interface RefundMail {
  /** The sender of the store's mails, such as `Tea & Tees <shop@tea.example>`. */
  from: string
  to: string
  storeName: string
  language: Language
  /** Absent in mails that an earlier release has put into the outbox. Their dates are in UTC. */
  timeZone?: string
  /** The number is empty if the order has no invoice number. */
  invoiceNumber: string
  amount: MinorUnits
  currency: string
  comment: string | null
  creditNoteNumber: string | null
  date: string
}

export function renderRefundMail(refund: RefundMail): Mail {
  const content = contentOf(refund)
  return {
    from: formatSender(refund.from),
    to: formatAddress(refund.to),
    subject: content.subject,
    text: contentToText(content),
    html: contentToHtml(content),
  }
}

function contentOf(refund: RefundMail): MailContent {
  const { language } = refund
  const texts = refundTexts[language]
  const [storeName, invoiceNumber] = [toOneLine(refund.storeName), toOneLine(refund.invoiceNumber)]
  const [amount, comment] = [formatAmount(refund), cleanLines(refund.comment ?? '')]
  const fields: MailContent['fields'] = [
    [texts.amount, amount],
    [texts.date, formatDate(refund)],
    [texts.invoiceNumber, invoiceNumber],
    [texts.creditNoteNumber, toOneLine(refund.creditNoteNumber ?? '')],
  ]
  return {
    language,
    subject: texts.subject({ storeName, amount, invoiceNumber }),
    colon: texts.colon,
    greeting: texts.greeting,
    introduction: texts.refunded(amount),
    fields: fields.filter(([, value]) => value !== ''),
    comment: comment === '' ? null : { label: texts.comment, text: comment },
    closing: [texts.arrival, texts.questions],
    signature: [texts.regards, storeName],
  }
}

/** Checkouts may send a currency that does not have three letters. `Intl` throws for such a currency. */
const isCode = (currency: string) => /^[a-z]{3}$/i.test(currency)

function formatAmount({ language, amount: units, currency }: RefundMail): string {
  const decimals = decimalsOf(currency)
  const code = currency.toUpperCase()
  const format = new Intl.NumberFormat(language, {
    ...(isCode(currency) && { style: 'currency', currency: code }),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const text = format.format(fromMinorUnits(units, currency))
  return isCode(currency) ? text : toOneLine(`${text} ${code}`)
}

const formatDate = ({ language, timeZone = defaultTimeZone, date }: RefundMail) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(date))
