/**
 * The selected items of a list. Items can be selected on several pages, and one action then applies to all selected
 * items.
 */

import { useState } from 'react'

/**
 * The maximum number of selected items. The URL of a screen for several items contains all their ids, and the length of
 * URLs is limited.
 */
export const maxSelected = 200

export interface Selection<Item> {
  items: readonly Item[]
  isSelected: (item: Item) => boolean
  /** Selects the items, or deselects them if `isChosen` is false. */
  choose: (items: readonly Item[], isChosen: boolean) => void
  clear: () => void
  /** Returns the name of an item, which screen readers announce. */
  nameOf: (item: Item) => string
}

interface Options<Item> {
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** A text that identifies the list, such as its filters. A selection applies only to the list with this text. */
  list: string
}

interface State<Item> {
  list: string
  chosen: ReadonlyMap<string, Item>
}

const chosenIn = <Item>(state: State<Item>, list: string): State<Item>['chosen'] =>
  state.list === list ? state.chosen : new Map()

export function useSelection<Item>({ keyOf, nameOf, list }: Options<Item>): Selection<Item> {
  const [state, setState] = useState<State<Item>>({ list, chosen: new Map() })
  const chosen = chosenIn(state, list)
  const choose = (items: readonly Item[], isChosen: boolean) =>
    setState(before => {
      const changed = new Map(chosenIn(before, list))
      for (const item of items) {
        if (isChosen) changed.set(keyOf(item), item)
        else changed.delete(keyOf(item))
      }
      return { list, chosen: new Map([...changed].slice(0, maxSelected)) }
    })
  return {
    items: [...chosen.values()],
    isSelected: item => chosen.has(keyOf(item)),
    choose,
    clear: () => setState({ list, chosen: new Map() }),
    nameOf,
  }
}
