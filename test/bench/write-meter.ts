/** Computes what writes cost in AWS, which the local table does not tell of transactions: from what is written, row by row. */

import { client } from '../../lib/store/client.ts'
import { secondaryIndex } from '../../lib/store/table.ts'
import { bytesOf } from './item-size.ts'

type Item = Record<string, unknown>

export interface Key {
  pk: string
  sk: string
}

export interface Write extends Key {
  units: number
  isDelete: boolean
}

interface Put {
  Item: Item
}
interface Other {
  Key: Item
}
interface Action {
  Put?: Put
  Delete?: Other
  Update?: Other
  ConditionCheck?: Other
}
interface Spoken extends Partial<Put>, Partial<Other> {
  TransactItems?: Action[]
}

const unitBytes = 1024
const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`
const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) })

/** A change costs as much as the larger of what was there and what is there now; so all that was written is remembered. */
export function writeMeter() {
  const sizes = new Map<string, number>()
  const writes: Write[] = []
  const costOf = (key: Key, item: Item | undefined, times: number): number => {
    const before = sizes.get(nameOf(key)) ?? 0
    const after = item ? bytesOf(item) : before
    const indexed = item?.[secondaryIndex.partition] === undefined ? 0 : Math.ceil(after / unitBytes)
    return times * Math.max(1, Math.ceil(Math.max(before, after) / unitBytes)) + indexed
  }
  const put = ({ Item }: Put, times: number) => {
    const key = keyOf(Item)
    writes.push({ ...key, units: costOf(key, Item, times), isDelete: false })
    sizes.set(nameOf(key), bytesOf(Item))
  }
  const other = ({ Key }: Other, times: number, isDelete: boolean) => {
    const key = keyOf(Key)
    writes.push({ ...key, units: costOf(key, undefined, times), isDelete })
    if (isDelete) sizes.delete(nameOf(key))
  }
  const act = ({ Put, Delete, Update, ConditionCheck }: Action, times: number) => {
    if (Put) put(Put, times)
    const changed = Update ?? ConditionCheck
    if (changed) other(changed, times, false)
    if (Delete) other(Delete, times, true)
  }
  const note = (command: string, { TransactItems = [], Item, Key }: Spoken) => {
    for (const action of TransactItems) act(action, 2)
    if (command === 'PutItemCommand' && Item) put({ Item }, 1)
    if (command === 'UpdateItemCommand' && Key) other({ Key }, 1, false)
    if (command === 'DeleteItemCommand' && Key) other({ Key }, 1, true)
  }
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const reply = await next(args)
        note(commandName, args.input as Spoken)
        return reply
      },
    { name: 'write-meter', step: 'initialize', priority: 'low' },
  )
  return {
    /** All since the last time. */
    written: () => writes.splice(0),
    stop: () => client.middlewareStack.remove('write-meter'),
  }
}
