/** The items of a list that are chosen for a common action, over several pages. */

import { useState } from 'react'

/** The URLs of screens for several items contain all their ids, and URLs may not be longer. */
export const maxSelected = 200

export interface Selection<Item> {
  items: readonly Item[]
  isSelected: (item: Item) => boolean
  /** Chooses the items, or no longer. */
  choose: (items: readonly Item[], isChosen: boolean) => void
  clear: () => void
  /** Names an item for screen readers. */
  nameOf: (item: Item) => string
}

interface Options<Item> {
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Identifies the list. The selection is empty if the list is another one. */
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
