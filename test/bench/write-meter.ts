/** Computes the write units AWS would bill from the items written, since DynamoDB Local reports too few for transactions. */

import { client } from '../../lib/store/client.ts'
import { secondaryIndex } from '../../lib/store/table.ts'
import { bytesOf } from './item-size.ts'

type Item = Record<string, unknown>

export interface Key {
  pk: string
  sk: string
}

export interface Write extends Key {
  /** Includes those of the secondary index. */
  units: number
  indexUnits: number
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

/** The last known state of a row, in the table and in the index. */
interface Stored {
  bytes: number
  indexKey: string | null
}

const absent: Stored = { bytes: 0, indexKey: null }

const indexKeyOf = (item: Item): string | null => {
  const [pk, sk] = [item[secondaryIndex.partition], item[secondaryIndex.sort]]
  return pk === undefined ? null : nameOf({ pk: String(pk), sk: String(sk) })
}

const unitsOf = (...bytes: number[]) => Math.max(1, Math.ceil(Math.max(...bytes) / unitBytes))

/** The index projects all attributes. A row that moves in it is deleted and put; a transaction does not double its cost. */
function indexUnitsOf(before: Stored, after: Stored): number {
  if (before.indexKey === after.indexKey)
    return after.indexKey === null ? 0 : unitsOf(before.bytes, after.bytes)
  const gone = before.indexKey === null ? 0 : unitsOf(before.bytes)
  return gone + (after.indexKey === null ? 0 : unitsOf(after.bytes))
}

/** A write costs as much as the larger of the old and the new item, so the sizes of all items written are remembered. */
export function writeMeter() {
  const known = new Map<string, Stored>()
  const writes: Write[] = []
  const note = (key: Key, after: Stored, { times, isDelete }: { times: number; isDelete: boolean }) => {
    const before = known.get(nameOf(key)) ?? absent
    const indexUnits = indexUnitsOf(before, after)
    const units = times * unitsOf(before.bytes, after.bytes) + indexUnits
    writes.push({ ...key, units, indexUnits, isDelete })
    known.set(nameOf(key), after)
  }
  const put = ({ Item }: Put, times: number) =>
    note(keyOf(Item), { bytes: bytesOf(Item), indexKey: indexKeyOf(Item) }, { times, isDelete: false })
  const other = ({ Key }: Other, times: number, isDelete: boolean) => {
    const key = keyOf(Key)
    const after = isDelete ? absent : (known.get(nameOf(key)) ?? absent)
    note(key, after, { times, isDelete })
  }
  const act = ({ Put, Delete, Update, ConditionCheck }: Action, times: number) => {
    if (Put) put(Put, times)
    const changed = Update ?? ConditionCheck
    if (changed) other(changed, times, false)
    if (Delete) other(Delete, times, true)
  }
  const read = (command: string, { TransactItems = [], Item, Key }: Spoken) => {
    for (const action of TransactItems) act(action, 2)
    if (command === 'PutItemCommand' && Item) put({ Item }, 1)
    if (command === 'UpdateItemCommand' && Key) other({ Key }, 1, false)
    if (command === 'DeleteItemCommand' && Key) other({ Key }, 1, true)
  }
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const reply = await next(args)
        read(commandName, args.input as Spoken)
        return reply
      },
    { name: 'write-meter', step: 'initialize', priority: 'low' },
  )
  return {
    /** All writes since the last call. */
    written: () => writes.splice(0),
    stop: () => client.middlewareStack.remove('write-meter'),
  }
}
