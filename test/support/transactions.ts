/** Makes requests take a while and conflict, as in AWS. By itself, DynamoDB Local runs one write at a time. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { around, cancelled, metTransaction } from './fault-injection.ts'

interface Key {
  pk: string
  sk: string
}
interface Action {
  Put?: { Item: Key }
  Delete?: { Key: Key }
  Update?: { Key: Key }
  ConditionCheck?: { Key: Key }
}
interface Input {
  Item?: Key
  Key?: Key
  TransactItems?: Action[]
}

const textOf = ({ pk, sk }: Key) => `${pk} ${sk}`
const keyOf = ({ Put, Delete, Update, ConditionCheck }: Action) =>
  textOf(Put?.Item ?? (Delete ?? Update ?? ConditionCheck)!.Key)

/**
 * Keeps the keys of the rows in running transactions. Until a transaction ends, other writes of its rows are rejected.
 */
class Transactions {
  readonly #keys = new Set<string>()

  async run(command: string, { Item, Key, TransactItems = [] }: Input, send: () => Promise<unknown>) {
    const keys = TransactItems.map(keyOf)
    const written = /^(Put|Update|Delete)Item/.test(command) ? [textOf((Item ?? Key)!)] : keys
    const hasConflict = written.map(key => this.#keys.has(key))
    if (hasConflict.includes(true)) {
      if (keys.length === 0) throw metTransaction()
      throw cancelled(...hasConflict.map(isTrue => (isTrue ? 'TransactionConflict' : 'None')))
    }
    for (const key of keys) this.#keys.add(key)
    try {
      return await send()
    } finally {
      for (const key of keys) this.#keys.delete(key)
    }
  }
}

export interface Traffic {
  requests: number
  /** The number of writes whose condition failed, or that conflicted with a transaction. */
  rejections: number
}

const isRejection = ({ name }: Error) => /^(ConditionalCheckFailed|TransactionCanceled|TransactionConflict)/.test(name)

/**
 * Rejects writes of rows that another transaction is writing, and delays all other requests by `milliseconds`. The
 * returned function `measure` counts the requests and the rejections while a function runs.
 */
export function useTransactions(milliseconds: number) {
  const transactions = new Transactions()
  const current = new AsyncLocalStorage<Traffic>()
  const restore = around(async (command, send, input) => {
    const traffic = current.getStore()
    if (traffic) traffic.requests++
    const slowly = () => sleep(milliseconds).then(send)
    return transactions.run(command, input as Input, slowly).catch(fault => {
      if (traffic && isRejection(fault)) traffic.rejections++
      throw fault
    })
  })
  const measure = async (run: () => Promise<unknown>): Promise<Traffic> => {
    const traffic = { requests: 0, rejections: 0 }
    await current.run(traffic, run)
    return traffic
  }
  return { restore, measure }
}
