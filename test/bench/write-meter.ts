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
interface KeyedWrite {
  Key: Item
}
interface Action {
  Put?: Put
  Delete?: KeyedWrite
  Update?: KeyedWrite
  ConditionCheck?: KeyedWrite
}
interface CommandInput extends Partial<Put>, Partial<KeyedWrite> {
  TransactItems?: Action[]
}

const unitBytes = 1024
const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`
const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) })

/** A row in the table and in the index. */
interface RowState {
  bytes: number
  indexKey: string | null
}

const absentRow: RowState = { bytes: 0, indexKey: null }

const indexKeyOf = (item: Item): string | null => {
  const [pk, sk] = [item[secondaryIndex.partition], item[secondaryIndex.sort]]
  return pk === undefined ? null : nameOf({ pk: String(pk), sk: String(sk) })
}

const unitsOf = (...bytes: number[]) => Math.max(1, Math.ceil(Math.max(...bytes) / unitBytes))

/** The index projects all attributes. A row that moves in it is deleted and put; a transaction does not double its cost. */
function indexUnitsOf(before: RowState, after: RowState): number {
  if (before.indexKey === after.indexKey)
    return after.indexKey === null ? 0 : unitsOf(before.bytes, after.bytes)
  const deleteUnits = before.indexKey === null ? 0 : unitsOf(before.bytes)
  return deleteUnits + (after.indexKey === null ? 0 : unitsOf(after.bytes))
}

/** A write costs as much as the larger of the old and the new item, so the meter stores the sizes of all written items. */
export function createWriteMeter() {
  const rows = new Map<string, RowState>()
  const writes: Write[] = []
  const addWrite = (
    key: Key,
    after: RowState,
    { factor, isDelete }: { factor: number; isDelete: boolean },
  ) => {
    const before = rows.get(nameOf(key)) ?? absentRow
    const indexUnits = indexUnitsOf(before, after)
    const units = factor * unitsOf(before.bytes, after.bytes) + indexUnits
    writes.push({ ...key, units, indexUnits, isDelete })
    rows.set(nameOf(key), after)
  }
  const addPut = ({ Item }: Put, factor: number) =>
    addWrite(keyOf(Item), { bytes: bytesOf(Item), indexKey: indexKeyOf(Item) }, { factor, isDelete: false })
  const addKeyedWrite = ({ Key }: KeyedWrite, factor: number, isDelete: boolean) => {
    const key = keyOf(Key)
    const after = isDelete ? absentRow : (rows.get(nameOf(key)) ?? absentRow)
    addWrite(key, after, { factor, isDelete })
  }
  const addAction = ({ Put, Delete, Update, ConditionCheck }: Action, factor: number) => {
    if (Put) addPut(Put, factor)
    const other = Update ?? ConditionCheck
    if (other) addKeyedWrite(other, factor, false)
    if (Delete) addKeyedWrite(Delete, factor, true)
  }
  const addCommand = (command: string, { TransactItems = [], Item, Key }: CommandInput) => {
    for (const action of TransactItems) addAction(action, 2)
    if (command === 'PutItemCommand' && Item) addPut({ Item }, 1)
    if (command === 'UpdateItemCommand' && Key) addKeyedWrite({ Key }, 1, false)
    if (command === 'DeleteItemCommand' && Key) addKeyedWrite({ Key }, 1, true)
  }
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const reply = await next(args)
        addCommand(commandName, args.input as CommandInput)
        return reply
      },
    { name: 'write-meter', step: 'initialize', priority: 'low' },
  )
  return {
    /** Returns all writes since the last call. */
    takeWrites: () => writes.splice(0),
    stop: () => client.middlewareStack.remove('write-meter'),
  }
}
