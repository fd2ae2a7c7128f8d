/** Which texts discounts have in every language. */

import type { Discount } from '../../client/index.ts'

/** The parts of the sentence that says what a discount does. An empty part is not in the sentence. */
export type Parts = Record<
  'amount' | 'rate' | 'products' | 'categories' | 'prices' | 'shipping' | 'cost' | 'days' | 'code' | 'item' | 'total',
  string
>

type Sentence = (parts: Parts) => string

type ByTrigger<Value> = Record<Discount['trigger'], Value>
type ByType<Value> = Record<Discount['type'], Value>

export interface DiscountTexts {
  title: string
  create: string
  back: string
  search: string
  newTitle: string
  columns: Record<'name' | 'trigger' | 'usages' | 'carts' | 'expires' | 'state', string>
  views: Record<'label' | 'all', string>
  filters: Record<'state' | 'trigger' | 'type', string>
  states: Record<'active' | 'expired' | 'usedUp' | 'archived', string>
  never: string
  ofMaximum: (count: string, maximum: string) => string
  percent: (number: string) => string
  types: ByType<string>
  shortTriggers: ByTrigger<string>
  triggers: ByTrigger<string>
  effects: ByType<Sentence>
  conditions: ByTrigger<Sentence>
  limits: { until: (date: string) => string; usages: (maximum: string) => string; alone: string }
  groups: Record<'effect' | 'condition' | 'limits', string>
  fields: Record<
    | 'name'
    | 'type'
    | 'trigger'
    | 'code'
    | 'itemId'
    | 'totalToReach'
    | 'amount'
    | 'productIds'
    | 'categories'
    | 'rate'
    | 'alternatePrice'
    | 'shippingDescription'
    | 'shippingCost'
    | 'shippingGuaranteedDaysToDelivery'
    | 'maxNumberOfUsages'
    | 'expires'
    | 'combinable'
    | 'archived',
    string
  >
  hints: Record<
    'totalToReach' | 'productIds' | 'allProducts' | 'categories' | 'alternatePrice' | 'maxNumberOfUsages' | 'expires',
    string
  >
  optional: string
  days: string
  generate: string
  summary: string
  usage: string
  orders: string
  carts: string
  saved: string
  created: string
  archive: string
  archiveTitle: (name: string) => string
  archiveSentences: readonly string[]
  archived: string
  restore: string
  restored: string
  remove: string
  removeTitle: (name: string) => string
  removeSentences: (carts: number) => string[]
  removed: string
  used: string
}
