/** Defines the row of the counter of credit notes. Refunds themselves are stored in the rows of their orders. */

import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'

export const CreditNoteCounter = defineEntity('credit-note-counter', {
  attributes: { ...tenantAttributes, last: { type: 'number', required: true } },
  indexes: { only: key({ pk: ['account', 'mode', '#credit-notes'], sk: ['#counter'] }) },
})
